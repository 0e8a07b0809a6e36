import type { accountsEn } from './en.ts'

export const accountsJa: typeof accountsEn = {
  title: 'アカウント',
  intro: 'アカウントを持つ人と、その権限です。',
  empty: 'アカウントはまだありません。',
  name: '名前',
  email: 'メール',
  role: '権限',
  since: '登録日',
  user: 'ユーザー',
  artist: 'アーティスト',
  moderator: 'モデレーター',
  staff: 'スタッフ',
  unconfirmed: '未確認',
  changeTitle: '{name} の権限を「{role}」にしますか?',
  changeText: 'すべてのセッションが終了し、次のログインから新しい権限になります。',
  change: '権限を変更',
  changeDone: '{name} の権限を「{role}」にしました。',
  last: '最後のスタッフです。先に別の人をスタッフにしてください。',
  roleOf: '{name} の権限',
}
