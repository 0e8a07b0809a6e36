import type { searchesEn } from './en.ts'

export const searchesJa: typeof searchesEn = {
  title: '検索語',
  intro: '訪問者の検索語とその回数です。すべてはCSVファイルで確認できます。',
  empty: '検索はまだありません。',
  term: '検索語',
  count: '回数',
  last: '最後の検索',
  download: 'CSVをダウンロード',
  begins: '先頭の文字',
}
