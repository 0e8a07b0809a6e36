import type { outboxEn } from './en.ts'

export const outboxDe: typeof outboxEn = {
  title: 'Postausgang',
  intro: 'Alle E-Mails dieser Installation, auch nicht verschickte.',
  empty: 'Noch keine E-Mails.',
  to: 'An',
  subject: 'Betreff',
  sent: 'Verschickt',
  waiting: 'Nicht verschickt',
  open: 'Lesen',
}
