import type { Language } from '../../../shared/texts/texts.ts'

/** `share`: somebody sends an item to somebody. `{username}` is the sender. */
export type MailName = LinkMailName | 'share'

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
      text: 'Hello {username},\n\nopen this link to confirm your e-mail address:\n{link}\n\nIt works for 24 hours. If you did not register at {brand}, ignore this e-mail.',
    },
    known: {
      subject: 'You already have a {brand} account',
      text: 'Hello {username},\n\nsomebody wants to register at {brand} with this e-mail address, but it belongs to your account {username}. If it was you, sign in, or choose a new password here:\n{link}\n\nThe link works for one hour. If it was not you, ignore this e-mail.',
    },
    reset: {
      subject: 'Your new {brand} password',
      text: 'Hello {username},\n\nopen this link to choose a new password:\n{link}\n\nIt works for one hour. If you did not ask for it, ignore this e-mail: your password stays as it is.',
    },
    email: {
      subject: 'Confirm your new e-mail address',
      text: 'Hello {username},\n\nopen this link to use this e-mail address for your {brand} account:\n{link}\n\nIt works for 24 hours. If you do not have an account at {brand}, ignore this e-mail.',
    },
    share: {
      subject: 'A GIF for you',
      text: 'Hello,\n\n@{username} sent you a GIF on {brand}:\n{link}\n\nIf you do not know @{username}, ignore this e-mail.',
    },
  },
  de: {
    confirm: {
      subject: 'Bestätige dein Konto bei {brand}',
      text: 'Hallo {username},\n\nöffne diesen Link, um deine E-Mail-Adresse zu bestätigen:\n{link}\n\nEr gilt 24 Stunden. Wenn du dich nicht bei {brand} registriert hast, ignoriere diese E-Mail.',
    },
    known: {
      subject: 'Du hast schon ein Konto bei {brand}',
      text: 'Hallo {username},\n\njemand möchte sich mit dieser E-Mail-Adresse bei {brand} registrieren. Sie gehört aber zu deinem Konto {username}. Wenn du das warst, melde dich an oder wähle hier ein neues Passwort:\n{link}\n\nDer Link gilt eine Stunde. Wenn du es nicht warst, ignoriere diese E-Mail.',
    },
    reset: {
      subject: 'Dein neues Passwort für {brand}',
      text: 'Hallo {username},\n\nöffne diesen Link, um ein neues Passwort zu wählen:\n{link}\n\nEr gilt eine Stunde. Wenn du das nicht angefordert hast, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.',
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
      text: 'Hola, {username}:\n\nAbre este enlace para confirmar tu correo electrónico:\n{link}\n\nCaduca en 24 horas. Si no te has registrado en {brand}, ignora este mensaje.',
    },
    known: {
      subject: 'Ya tienes una cuenta de {brand}',
      text: 'Hola, {username}:\n\nAlguien quiere registrarse en {brand} con este correo, pero ya pertenece a tu cuenta {username}. Si has sido tú, inicia sesión o elige aquí una contraseña nueva:\n{link}\n\nEl enlace caduca en una hora. Si no has sido tú, ignora este mensaje.',
    },
    reset: {
      subject: 'Tu nueva contraseña de {brand}',
      text: 'Hola, {username}:\n\nAbre este enlace para elegir una contraseña nueva:\n{link}\n\nCaduca en una hora. Si no la has pedido, ignora este mensaje: tu contraseña no cambia.',
    },
    email: {
      subject: 'Confirma tu nuevo correo electrónico',
      text: 'Hola, {username}:\n\nAbre este enlace para usar este correo en tu cuenta de {brand}:\n{link}\n\nCaduca en 24 horas. Si no tienes una cuenta en {brand}, ignora este mensaje.',
    },
    share: {
      subject: 'Un GIF para ti',
      text: 'Hola:\n\n@{username} te ha enviado un GIF en {brand}:\n{link}\n\nSi no conoces a @{username}, ignora este mensaje.',
    },
  },
  fr: {
    confirm: {
      subject: 'Confirmez votre compte {brand}',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour confirmer votre adresse e-mail :\n{link}\n\nIl est valable 24 heures. Si vous ne vous êtes pas inscrit sur {brand}, ignorez ce message.',
    },
    known: {
      subject: 'Vous avez déjà un compte {brand}',
      text: 'Bonjour {username},\n\nQuelqu’un souhaite s’inscrire sur {brand} avec cette adresse, mais elle est celle de votre compte {username}. Si c’est vous, connectez-vous ou choisissez ici un nouveau mot de passe :\n{link}\n\nLe lien est valable une heure. Sinon, ignorez ce message.',
    },
    reset: {
      subject: 'Votre nouveau mot de passe {brand}',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour choisir un nouveau mot de passe :\n{link}\n\nIl est valable une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
    },
    email: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour utiliser cette adresse avec votre compte {brand} :\n{link}\n\nIl est valable 24 heures. Si vous n’avez pas de compte {brand}, ignorez ce message.',
    },
    share: {
      subject: 'Un GIF pour vous',
      text: 'Bonjour,\n\n@{username} vous a envoyé un GIF sur {brand} :\n{link}\n\nSi vous ne connaissez pas @{username}, ignorez ce message.',
    },
  },
  ja: {
    confirm: {
      subject: '{brand} アカウントの確認',
      text: '{username} さん\n\n次のリンクを開いて、メールアドレスを確認してください。\n{link}\n\nリンクの有効期間は 24 時間です。{brand} に登録した覚えがない場合は、このメールを無視してください。',
    },
    known: {
      subject: '{brand} のアカウントはすでにあります',
      text: '{username} さん\n\nこのメールアドレスで {brand} への登録が行われましたが、すでにアカウント {username} で使われています。ご本人の場合は、ログインするか、次のリンクから新しいパスワードを設定してください。\n{link}\n\nリンクの有効期間は 1 時間です。心当たりがない場合は、このメールを無視してください。',
    },
    reset: {
      subject: '{brand} のパスワード再設定',
      text: '{username} さん\n\n次のリンクを開いて、新しいパスワードを設定してください。\n{link}\n\nリンクの有効期間は 1 時間です。心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
    },
    email: {
      subject: '新しいメールアドレスの確認',
      text: '{username} さん\n\n次のリンクを開くと、このメールアドレスが {brand} のアカウントで使われるようになります。\n{link}\n\nリンクの有効期間は 24 時間です。{brand} のアカウントをお持ちでない場合は、このメールを無視してください。',
    },
    share: {
      subject: 'GIF が届いています',
      text: 'こんにちは。\n\n@{username} さんが {brand} で GIF を送りました。\n{link}\n\n@{username} さんに心当たりがない場合は、このメールを無視してください。',
    },
  },
}
