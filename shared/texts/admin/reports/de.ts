import type { reportsEn } from './en.ts'

export const reportsDe: typeof reportsEn = {
  title: 'Meldungen',
  intro:
    'Was Besucher und Mitglieder melden. Deine Entscheidung schließt die Meldung, das GIF bleibt unverändert.',
  empty: 'Keine Meldungen. Besucher können GIFs auf deren Seite melden.',
  open: 'Offen',
  accepted: 'Angenommen',
  rejected: 'Abgelehnt',
  about: 'Betrifft',
  searchFor: 'Suche nach „{term}“',
  words: 'Begründung',
  decide: 'Entscheiden',
  accept: 'Annehmen',
  reject: 'Ablehnen',
  reopen: 'Erneut öffnen',
  done: 'Neuer Status der Meldung: {state}.',
  decidedBy: '{who}, {when}',
  sexual: 'Nackt, sexuell',
  violence: 'Gewalt',
  hate: 'Hass',
  harassment: 'Belästigung',
  'self-harm': 'Selbstverletzung',
  illegal: 'Rechtswidrig',
  copyright: 'Urheberrecht',
  spam: 'Spam',
  other: 'Sonstiges',
}
