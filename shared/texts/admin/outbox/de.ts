import type { outboxEn } from './en.ts'

export const outboxDe: typeof outboxEn = {
  title: 'Postausgang',
  intro: 'Alle E-Mails dieser Installation, auch die, die kein Maildienst verschickt hat.',
  empty: 'Noch wurde keine E-Mail geschrieben.',
  to: 'An',
  subject: 'Betreff',
  sent: 'Verschickt',
  waiting: 'Nicht verschickt',
  open: 'Lesen',
}
