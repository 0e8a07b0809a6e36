import type { Language } from '../../shared/texts/languages.ts'

/** `share`: someone sends an item to someone. `{username}` is the sender. */
type MailName = LinkMailName | 'share'

/**
 * `confirm` a new account, `known` for who has one already, `reset` a password, `email` for a new address of an account.
 * `{link}` and `{brand}` are inserted by `write-mail.ts`, `{username}` by the statement that writes the row.
 */
export type LinkMailName = 'confirm' | 'known' | 'reset' | 'email'

type MailText = { subject: string; text: string }

export const mailTexts: Record<Language, Record<MailName, MailText>> = {
  en: {
    confirm: {
      subject: 'Confirm your {brand} account',
      text: 'Hi {username},\n\nOpen this link to confirm your email address:\n{link}\n\nThe link works for 24 hours. If you didn’t sign up for {brand}, ignore this email.',
    },
    known: {
      subject: 'You already have a {brand} account',
      text: 'Hi {username},\n\nSomeone tried to sign up for {brand} with this email address, but it already belongs to your account, {username}. If that was you, sign in, or choose a new password here:\n{link}\n\nThe link works for one hour. If it wasn’t you, ignore this email.',
    },
    reset: {
      subject: 'Your new {brand} password',
      text: 'Hi {username},\n\nOpen this link to choose a new password:\n{link}\n\nThe link works for one hour. If you didn’t ask for it, ignore this email. Your password won’t change.',
    },
    email: {
      subject: 'Confirm your new email address',
      text: 'Hi {username},\n\nOpen this link to use this email address with your {brand} account:\n{link}\n\nThe link works for 24 hours. If you don’t have a {brand} account, ignore this email.',
    },
    share: {
      subject: 'A GIF for you',
      text: 'Hi,\n\n@{username} sent you a GIF on {brand}:\n{link}\n\nIf you don’t know @{username}, ignore this email.',
    },
  },
  de: {
    confirm: {
      subject: 'Bestätige dein Konto bei {brand}',
      text: 'Hallo {username},\n\nöffne diesen Link, um deine E-Mail-Adresse zu bestätigen:\n{link}\n\nEr gilt 24 Stunden. Wenn du dich nicht bei {brand} registriert hast, ignoriere diese E-Mail.',
    },
    known: {
      subject: 'Du hast schon ein Konto bei {brand}',
      text: 'Hallo {username},\n\njemand möchte sich mit dieser E-Mail-Adresse bei {brand} registrieren. Sie gehört aber zu deinem Konto {username}. Wenn du das warst, melde dich an oder lege hier ein neues Passwort fest:\n{link}\n\nDer Link gilt eine Stunde. Wenn du es nicht warst, ignoriere diese E-Mail.',
    },
    reset: {
      subject: 'Dein neues Passwort für {brand}',
      text: 'Hallo {username},\n\nöffne diesen Link, um ein neues Passwort festzulegen:\n{link}\n\nEr gilt eine Stunde. Wenn du das nicht angefordert hast, ignoriere diese E-Mail: Dein Passwort bleibt unverändert.',
    },
    email: {
      subject: 'Bestätige deine neue E-Mail-Adresse',
      text: 'Hallo {username},\n\nöffne diesen Link, um diese E-Mail-Adresse für dein Konto bei {brand} zu verwenden:\n{link}\n\nEr gilt 24 Stunden. Wenn du kein Konto bei {brand} hast, ignoriere diese E-Mail.',
    },
    share: {
      subject: 'Ein GIF für dich',
      text: 'Hallo,\n\n@{username} hat dir auf {brand} ein GIF geschickt:\n{link}\n\nWenn du @{username} nicht kennst, ignoriere diese E-Mail.',
    },
  },
  es: {
    confirm: {
      subject: 'Confirma tu cuenta de {brand}',
      text: 'Hola, {username}:\n\nAbre este enlace para confirmar tu correo electrónico:\n{link}\n\nCaduca en 24 horas. Si no te registraste en {brand}, ignora este mensaje.',
    },
    known: {
      subject: 'Ya tienes una cuenta de {brand}',
      text: 'Hola, {username}:\n\nAlguien quiere registrarse en {brand} con este correo, pero ya pertenece a tu cuenta {username}. Si fuiste tú, inicia sesión o elige aquí una contraseña nueva:\n{link}\n\nEl enlace caduca en una hora. Si no fuiste tú, ignora este mensaje.',
    },
    reset: {
      subject: 'Tu nueva contraseña de {brand}',
      text: 'Hola, {username}:\n\nAbre este enlace para elegir una contraseña nueva:\n{link}\n\nCaduca en una hora. Si no la pediste, ignora este mensaje: tu contraseña no cambia.',
    },
    email: {
      subject: 'Confirma tu nuevo correo electrónico',
      text: 'Hola, {username}:\n\nAbre este enlace para usar este correo en tu cuenta de {brand}:\n{link}\n\nCaduca en 24 horas. Si no tienes una cuenta en {brand}, ignora este mensaje.',
    },
    share: {
      subject: 'Un GIF para ti',
      text: 'Hola:\n\n@{username} te envió un GIF en {brand}:\n{link}\n\nSi no conoces a @{username}, ignora este mensaje.',
    },
  },
  fr: {
    confirm: {
      subject: 'Confirmez votre compte {brand}',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour confirmer votre adresse e-mail :\n{link}\n\nIl est valable 24 heures. Si vous ne vous êtes pas inscrit sur {brand}, ignorez ce message.',
    },
    known: {
      subject: 'Vous avez déjà un compte {brand}',
      text: 'Bonjour {username},\n\nQuelqu’un souhaite s’inscrire sur {brand} avec cette adresse, mais elle est celle de votre compte {username}. Si c’est vous, connectez-vous ou choisissez ici un nouveau mot de passe :\n{link}\n\nLe lien est valable une heure. Sinon, ignorez ce message.',
    },
    reset: {
      subject: 'Votre nouveau mot de passe {brand}',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour choisir un nouveau mot de passe :\n{link}\n\nIl est valable une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
    },
    email: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour utiliser cette adresse avec votre compte {brand} :\n{link}\n\nIl est valable 24 heures. Si vous n’avez pas de compte {brand}, ignorez ce message.',
    },
    share: {
      subject: 'Un GIF pour vous',
      text: 'Bonjour,\n\n@{username} vous a envoyé un GIF sur {brand} :\n{link}\n\nSi vous ne connaissez pas @{username}, ignorez ce message.',
    },
  },
  ja: {
    confirm: {
      subject: '{brand}アカウントの確認',
      text: '{username}さん\n\n次のリンクを開いて、メールアドレスを確認してください。\n{link}\n\nリンクの有効期間は24時間です。{brand}に登録した覚えがない場合は、このメールを無視してください。',
    },
    known: {
      subject: '{brand}のアカウントはすでにあります',
      text: '{username}さん\n\nこのメールアドレスで{brand}への登録が行われましたが、すでにアカウント{username}で使われています。ご本人の場合は、ログインするか、次のリンクから新しいパスワードを設定してください。\n{link}\n\nリンクの有効期間は1時間です。心当たりがない場合は、このメールを無視してください。',
    },
    reset: {
      subject: '{brand}のパスワード再設定',
      text: '{username}さん\n\n次のリンクを開いて、新しいパスワードを設定してください。\n{link}\n\nリンクの有効期間は1時間です。心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
    },
    email: {
      subject: '新しいメールアドレスの確認',
      text: '{username}さん\n\n次のリンクを開くと、このメールアドレスが{brand}のアカウントで使われるようになります。\n{link}\n\nリンクの有効期間は24時間です。{brand}のアカウントをお持ちでない場合は、このメールを無視してください。',
    },
    share: {
      subject: 'GIFが届いています',
      text: 'こんにちは。\n\n@{username}さんが{brand}でGIFを送りました。\n{link}\n\n@{username}さんに心当たりがない場合は、このメールを無視してください。',
    },
  },
}
