import type { outboxEn } from './en.ts'

export const outboxFr: typeof outboxEn = {
  title: 'Boîte d’envoi',
  intro: 'Tous les e-mails de cette installation, même ceux qu’aucun service n’a envoyés.',
  empty: 'Aucun e-mail n’a encore été écrit.',
  to: 'À',
  subject: 'Objet',
  sent: 'Envoyé',
  waiting: 'Non envoyé',
  open: 'Lire',
}
