import type { auditEn } from './en.ts'

export const auditFr: typeof auditEn = {
  title: 'Journal',
  intro: 'Qui a fait quoi, et pourquoi. Rien ne peut y être modifié.',
  empty: 'Rien n’a encore été fait.',
  action: 'Action',
  target: 'Cible',
  targetHint: 'Par exemple gif/abc123 ou user/7.',
}
