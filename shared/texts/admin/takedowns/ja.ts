import type { takedownsEn } from './en.ts'

export const takedownsJa: typeof takedownsEn = {
  title: '削除対応',
  intro: '削除したものは数秒であらゆる場所から消えます。復元もできます。',
  empty: '削除対応はまだありません。',
  add: '削除する',
  items: 'GIF',
  itemsHint: 'GIFのIDまたはURLを1行に1つ、最大100件。',
  itemsWrong: '{line}行目はGIFのIDでもURLでもありません。',
  itemsNeeded: 'GIFを1つ以上入力してください。',
  reasonNeeded: '理由を入力してください。監査ログに残ります。',
  mail: '所有者にメールで知らせる',
  confirm: '{count}件を削除',
  done: '{count}件を削除しました。',
  item: 'GIF',
  removed: '削除済み',
  restored: '{when} に復元',
  restore: '復元する',
  restoreTitle: '{id} を復元しますか?',
  restoreText: 'すぐに全員が見られるようになります。',
  restoreDone: '{id} を復元しました。',
  trail: '監査ログ',
}
