import { textTable } from '../../shared/texts/languages.ts'

export type FactorEvent = 'totp' | 'passkey' | 'removed' | 'recovery'

/** What a mail says that has changed of a person's factors. */
export const factorTexts = textTable<FactorEvent>({
  totp: [
    'An authenticator app was set up.',
    'Eine Authenticator-App wurde eingerichtet.',
    'Une application d’authentification a été configurée.',
    'Se configuró una aplicación de autenticación.',
    '認証アプリが設定されました。',
  ],
  passkey: [
    'A passkey was added.',
    'Ein Passkey wurde hinzugefügt.',
    'Une clé d’accès a été ajoutée.',
    'Se añadió una llave de acceso.',
    'パスキーが追加されました。',
  ],
  removed: [
    'An app or a passkey was removed.',
    'Eine App oder ein Passkey wurde entfernt.',
    'Une application ou une clé d’accès a été supprimée.',
    'Se quitó una aplicación o una llave de acceso.',
    '認証アプリまたはパスキーが削除されました。',
  ],
  recovery: [
    'There are new recovery codes. The old ones have ended.',
    'Es gibt neue Wiederherstellungscodes. Die alten gelten nicht mehr.',
    'De nouveaux codes de secours ont été créés. Les anciens ne sont plus valables.',
    'Hay códigos de recuperación nuevos. Los anteriores ya no valen.',
    '新しいリカバリーコードが発行され、以前のコードは無効になりました。',
  ],
})
