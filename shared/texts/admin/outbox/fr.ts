import type { outboxEn } from './en.ts'

export const outboxFr: typeof outboxEn = {
  title: 'Boîte d’envoi',
  intro: 'Tous les e-mails de cette installation, y compris ceux qui n’ont pas été envoyés.',
  empty: 'Aucun e-mail pour l’instant.',
  to: 'À',
  subject: 'Objet',
  sent: 'Envoyé',
  waiting: 'Non envoyé',
  open: 'Lire',
}
