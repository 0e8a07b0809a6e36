import type { auditEn } from './en.ts'

export const auditDe: typeof auditEn = {
  title: 'Protokoll',
  intro: 'Wer wann was getan hat und warum. Einträge lassen sich nicht ändern.',
  empty: 'Noch keine Einträge.',
  action: 'Aktion',
  target: 'Ziel',
  targetHint: 'Zum Beispiel gif/abc123 oder user/7.',
}
