import type { auditEn } from './en.ts'

export const auditFr: typeof auditEn = {
  title: 'Journal',
  intro: 'Qui a fait quoi, et pourquoi. Le journal ne peut pas être modifié.',
  empty: 'Aucune action pour l’instant.',
  action: 'Action',
  target: 'Cible',
  targetHint: 'Par exemple gif/abc123 ou user/7.',
}
