import type { outboxEn } from './en.ts'

export const outboxJa: typeof outboxEn = {
  title: '送信メール',
  intro: 'このサイトのすべてのメールです。送信されなかったものも含みます。',
  empty: 'メールはまだありません。',
  to: '宛先',
  subject: '件名',
  sent: '送信日時',
  waiting: '未送信',
  open: '読む',
}
