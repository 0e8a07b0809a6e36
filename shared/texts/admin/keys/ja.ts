import type { keysEn } from './en.ts'

export const keysJa: typeof keysEn = {
  title: 'APIキー',
  intro: 'APIを使うパートナーのキーです。',
  empty: 'キーはまだありません。',
  add: '新しいキー',
  name: '名前',
  nameHint: '誰が使いますか？',
  nameNeeded: '名前を入力してください。',
  rating: 'レーティングの上限',
  rate: '1分あたりのリクエスト数',
  rateHint: '0にすると個別の上限はありません。',
  noRate: '上限なし',
  created: '{name}のキー',
  once: '今すぐコピーしてください。表示されるのは一度だけです。',
  since: '作成日',
  remove: '削除',
  removeTitle: '{name}のキーを削除しますか？',
  removeText: 'このキーを使ったリクエストはすぐに拒否されます。元に戻せません。',
  removeDone: '{name}のキーを削除しました。',
}
