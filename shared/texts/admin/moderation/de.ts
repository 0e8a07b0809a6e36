import type { moderationEn } from './en.ts'

export const moderationDe: typeof moderationEn = {
  title: 'Moderation',
  intro:
    'Nimm dir die nächsten GIFs und entscheide eins nach dem anderen. Solange bekommt sie niemand sonst.',
  ready: 'Höchstens 50 GIFs. Nach jeder Entscheidung sind sie noch eine Viertelstunde deine.',
  nothing: 'Es wartet nichts. Gut gemacht!',
  job: 'Was wartet',
  reports: 'Gemeldete GIFs',
  uploads: 'Neue Uploads',
  take: 'Die nächsten nehmen',
  progress: 'Entschieden',
  done: '{done} von {total} entschieden',
  sending: 'Die letzten Entscheidungen sind unterwegs …',
  finished: 'Das waren alle.',
  again: 'Weiter',
  approve: 'Freigeben',
  hide: 'Verbergen',
  remove: 'Sperren',
  skip: 'Überspringen',
  rate: 'Einstufen und freigeben',
  last: 'Letzte Entscheidungen',
  lost: 'Jemand anderes hat über {id} entschieden.',
  gone: 'Dieses GIF gibt es nicht mehr. Überspring es.',
  hidden: 'Verborgen',
  leaders: 'Wer am meisten entschieden hat',
}
