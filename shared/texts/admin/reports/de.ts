import type { reportsEn } from './en.ts'

export const reportsDe: typeof reportsEn = {
  title: 'Meldungen',
  intro:
    'Was Besucher und Mitglieder beanstanden. Eine Entscheidung schließt die Meldung; das GIF selbst bleibt, wie es ist.',
  empty: 'Keine Meldungen. Wer etwas Falsches sieht, kann es auf der Seite des GIFs melden.',
  open: 'Offen',
  accepted: 'Angenommen',
  rejected: 'Abgelehnt',
  about: 'Worum es geht',
  searchFor: 'Suche nach „{term}“',
  words: 'Begründung',
  decide: 'Entscheiden',
  accept: 'Annehmen',
  reject: 'Ablehnen',
  reopen: 'Wieder öffnen',
  done: 'Neuer Status der Meldung: {state}.',
  decidedBy: '{who}, {when}',
  sexual: 'Nackt oder sexuell',
  violence: 'Gewalt',
  hate: 'Hass',
  harassment: 'Belästigung',
  'self-harm': 'Selbstverletzung',
  illegal: 'Verboten',
  copyright: 'Urheberrecht',
  spam: 'Spam',
  other: 'Anderes',
}
