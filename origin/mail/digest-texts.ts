import type { Language } from '../../shared/texts/languages.ts'

/** What a digest may have a line of. */
export const DIGEST_LINES = [
  'reports',
  'claims',
  'objections',
  'queue',
  'uploads',
  'mails',
  'pingbacks',
] as const
export type DigestLine = (typeof DIGEST_LINES)[number]

type DigestTexts = Readonly<Record<DigestLine | 'subject' | 'hello' | 'foot', string>>

/** A digest: `{brand}` and `{username}`, and a line of each thing that there is, behind which its number comes. */
export const digestTexts: Record<Language, DigestTexts> = {
  en: {
    subject: 'What’s new for moderators of {brand}',
    hello: 'Hi {username},\n\nThis has come in since the last email:',
    reports: 'New reports: ',
    claims: 'Claims: ',
    objections: 'Objections: ',
    queue: 'GIFs that wait for moderation: ',
    uploads: 'Failed uploads: ',
    mails: 'Emails that couldn’t be sent: ',
    pingbacks: 'Failed pingbacks: ',
    foot: 'Choose how often you get this email here:',
  },
  de: {
    subject: 'Neues für die Moderation von {brand}',
    hello: 'Hallo {username},\n\ndas kam seit der letzten E-Mail dazu:',
    reports: 'Neue Meldungen: ',
    claims: 'Beschwerden: ',
    objections: 'Widersprüche: ',
    queue: 'GIFs, die auf Moderation warten: ',
    uploads: 'Fehlgeschlagene Uploads: ',
    mails: 'Nicht gesendete E-Mails: ',
    pingbacks: 'Fehlgeschlagene Pingbacks: ',
    foot: 'Wie oft du diese E-Mail bekommst, wählst du hier:',
  },
  fr: {
    subject: 'Du nouveau pour la modération de {brand}',
    hello: 'Bonjour {username},\n\nVoici ce qui est arrivé depuis le dernier e-mail\u00a0:',
    reports: 'Nouveaux signalements\u00a0: ',
    claims: 'Réclamations\u00a0: ',
    objections: 'Contestations\u00a0: ',
    queue: 'GIF en attente de modération\u00a0: ',
    uploads: 'Imports échoués\u00a0: ',
    mails: 'E-mails non envoyés\u00a0: ',
    pingbacks: 'Pingbacks échoués\u00a0: ',
    foot: 'Choisissez ici la fréquence de cet e-mail\u00a0:',
  },
  es: {
    subject: 'Novedades para moderar {brand}',
    hello: 'Hola, {username}:\n\nEsto ha llegado desde el último correo:',
    reports: 'Denuncias nuevas: ',
    claims: 'Reclamaciones: ',
    objections: 'Objeciones: ',
    queue: 'GIF pendientes de moderación: ',
    uploads: 'Subidas fallidas: ',
    mails: 'Correos no enviados: ',
    pingbacks: 'Pingbacks fallidos: ',
    foot: 'Elige aquí la frecuencia de este correo:',
  },
  ja: {
    subject: '{brand}のモデレーション最新情報',
    hello: '{username}さん\n\n前回のメール以降の新着です。',
    reports: '新しい通報：',
    claims: '申し立て：',
    objections: '異議：',
    queue: '審査待ちのGIF：',
    uploads: '失敗したアップロード：',
    mails: '送信できなかったメール：',
    pingbacks: '失敗したピングバック：',
    foot: 'このメールの頻度は、次のページで変更できます。',
  },
}
