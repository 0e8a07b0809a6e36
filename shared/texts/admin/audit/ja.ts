import type { auditEn } from './en.ts'

export const auditJa: typeof auditEn = {
  title: '監査ログ',
  intro: '誰が何を、なぜ行ったか。ここでは何も変更できません。',
  empty: '記録はまだありません。',
  action: '操作',
  target: '対象',
  targetHint: '例: gif/abc123、user/7',
}
