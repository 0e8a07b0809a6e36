import type { auditEn } from './en.ts'

export const auditJa: typeof auditEn = {
  title: '監査ログ',
  intro: '誰が何をしたか、その理由の記録です。変更はできません。',
  empty: '記録はまだありません。',
  action: '操作',
  target: '対象',
  targetHint: '例：gif/abc123、user/7',
}
