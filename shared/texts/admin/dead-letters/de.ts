import type { deadLettersEn } from './en.ts'

export const deadLettersDe: typeof deadLettersEn = {
  title: 'Fehlgeschlagene Pingbacks',
  intro:
    'Events von Embeds und Seiten, die der Dienst nicht angenommen hat. Sende sie erneut oder verwirf sie.',
  empty: 'Keine Fehler. Alle Pingbacks sind angekommen.',
  event: 'Event',
  send: 'Erneut senden',
  marked: 'Unterwegs',
  drop: 'Verwerfen',
  sendAll: 'Alle erneut senden',
  sendAllTitle: 'Alle erneut senden?',
  sendAllText: 'Stelle sicher, dass der Dienst wieder läuft. Was erneut fehlschlägt, bleibt hier.',
  sendAllDone: 'Alle werden gesendet. Bei großen Mengen dauert das bis morgen.',
  sendDone: 'Wird gesendet. Schlägt es wieder fehl, bleibt es hier.',
  dropTitle: 'Dieses Pingback verwerfen?',
  dropText: 'Es wird dann nie gezählt. Das lässt sich nicht rückgängig machen.',
  dropDone: 'Das Pingback wurde verworfen.',
}
