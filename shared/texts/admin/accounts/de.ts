import type { accountsEn } from './en.ts'

export const accountsDe: typeof accountsEn = {
  title: 'Konten',
  intro: 'Wer hier ein Konto hat und was er darf.',
  empty: 'Noch hat niemand ein Konto.',
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  since: 'Seit',
  user: 'Mitglied',
  artist: 'Künstler',
  moderator: 'Moderation',
  staff: 'Team',
  unconfirmed: 'Nicht bestätigt',
  changeTitle: '{name}: Rolle „{role}“ geben?',
  changeText: 'Alle Sitzungen enden. Nach der neuen Anmeldung gilt, was die neue Rolle darf.',
  change: 'Rolle ändern',
  changeDone: '{name} hat jetzt die Rolle „{role}“.',
  last: 'Das ist das letzte Teammitglied. Gib erst jemand anderem diese Rolle.',
  roleOf: 'Rolle von {name}',
}
