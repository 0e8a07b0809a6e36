import type { deadLettersEn } from './en.ts'

export const deadLettersJa: typeof deadLettersEn = {
  title: '失敗したピングバック',
  intro: '送信先が受け取らなかったイベントです。再送するか破棄してください。',
  empty: '失敗はありません。すべて届いています。',
  event: 'イベント',
  send: '再送',
  marked: '送信中',
  drop: '破棄',
  sendAll: 'すべて再送',
  sendAllTitle: 'すべて再送しますか？',
  sendAllText:
    '先に送信先が動いているか確認してください。再び失敗したものは、新しい理由とともにここに残ります。',
  sendAllDone: 'すべて送信中です。件数が多い場合は明日までかかります。',
  sendDone: '送信中です。再び失敗した場合はここに残ります。',
  dropTitle: 'このピングバックを破棄しますか？',
  dropText: '集計されなくなります。元に戻せません。',
  dropDone: 'ピングバックを破棄しました。',
}
