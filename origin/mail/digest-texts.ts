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

type DigestTexts = Readonly<Record<DigestLine | 'hello' | 'foot', string>>

/** A digest: `{username}`, and a line of each thing that there is, behind which its number comes. The lines are its subject, too. */
export const digestTexts: Record<Language, DigestTexts> = {
  en: {
    hello: 'Hi {username},\n\nThis is new, or still waiting:',
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
    hello: 'Hallo {username},\n\ndas ist neu oder wartet noch:',
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
    hello: 'Bonjour {username},\n\nVoici ce qui est nouveau ou encore en attente\u00a0:',
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
    hello: 'Hola, {username}:\n\nEsto es nuevo o sigue pendiente:',
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
    hello: '{username}さん\n\n新着・未対応の項目をお知らせします。',
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
