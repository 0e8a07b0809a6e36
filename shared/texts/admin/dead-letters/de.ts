import type { deadLettersEn } from './en.ts'

export const deadLettersDe: typeof deadLettersEn = {
  title: 'Fehlgeschlagene Pingbacks',
  intro:
    'Ereignisse von Embeds und Seiten, die ihr Dienst nicht angenommen hat. Sie warten hier, bis du sie erneut sendest oder verwirfst.',
  empty: 'Nichts ist fehlgeschlagen. Alle Pingbacks sind angekommen.',
  event: 'Ereignis',
  send: 'Erneut senden',
  marked: 'Unterwegs',
  drop: 'Verwerfen',
  sendAll: 'Alle erneut senden',
  sendAllTitle: 'Alle erneut senden?',
  sendAllText:
    'Sieh vorher nach, ob der Dienst wieder läuft. Was noch einmal fehlschlägt, bleibt mit dem neuen Grund hier.',
  sendAllDone: 'Alle sind unterwegs. Sind es viele, dauert es bis morgen.',
  sendDone: 'Es ist unterwegs. Schlägt es wieder fehl, bleibt es hier.',
  dropTitle: 'Dieses Pingback verwerfen?',
  dropText: 'Es wird nie gezählt. Das lässt sich nicht rückgängig machen.',
  dropDone: 'Das Pingback ist verworfen.',
}
