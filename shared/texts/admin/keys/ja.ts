import type { keysEn } from './en.ts'

export const keysJa: typeof keysEn = {
  title: 'APIキー',
  intro: 'APIを使うパートナーのキーです。',
  empty: 'キーはまだありません。',
  add: '新しいキー',
  name: '名前',
  nameHint: '使う人の名前。',
  nameNeeded: '名前を入力してください。',
  rating: 'レーティングの上限',
  rate: '1分あたりのリクエスト数',
  rateHint: '0 は個別の上限なし。',
  noRate: '上限なし',
  created: '{name} のキー',
  once: '今すぐコピーしてください。表示は一度だけです。',
  since: '作成日',
  remove: '削除',
  removeTitle: '{name} のキーを削除しますか?',
  removeText: 'このキーはすぐに使えなくなります。元に戻せません。',
  removeDone: '{name} のキーを削除しました。',
}
