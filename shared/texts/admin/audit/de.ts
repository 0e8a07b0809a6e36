import type { auditEn } from './en.ts'

export const auditDe: typeof auditEn = {
  title: 'Protokoll',
  intro: 'Wer was getan hat und warum. Hier lässt sich nichts ändern.',
  empty: 'Noch wurde nichts getan.',
  action: 'Aktion',
  target: 'Ziel',
  targetHint: 'Zum Beispiel gif/abc123 oder user/7.',
}
