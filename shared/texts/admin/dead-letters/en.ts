export const deadLettersEn = {
  title: 'Failed pingbacks',
  intro:
    'Events of embeds and pages that their service did not take. They wait here until you send them again or drop them.',
  empty: 'Nothing failed. Every pingback has arrived.',
  event: 'Event',
  send: 'Send again',
  marked: 'On its way',
  drop: 'Drop',
  sendAll: 'Send all again',
  sendAllTitle: 'Send all again?',
  sendAllText:
    'Make sure first that the service works again. What fails once more stays here, with the new reason.',
  sendAllDone: 'All are on their way. A large number takes until tomorrow.',
  sendDone: 'It is on its way. If it fails again, it stays here.',
  dropTitle: 'Drop this pingback?',
  dropText: 'It will never be counted. Nobody can undo this.',
  dropDone: 'The pingback is dropped.',
}
