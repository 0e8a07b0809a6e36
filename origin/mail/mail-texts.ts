import type { UserRole } from '../../shared/schema/choices.ts'
import type { Language } from '../../shared/texts/languages.ts'

/** `share`: someone sends an item to someone. `{username}` is the sender. */
type MailName = LinkMailName | NoticeName | 'share'

/**
 * `confirm` a new account, `known` for who has one already, `reset` a password, `email` for a new address of an account,
 * `address` to the old one. `{link}` and `{brand}` are inserted by `write-mail.ts`, `{username}` by the statement that
 * writes the row.
 */
export type LinkMailName = 'confirm' | 'known' | 'reset' | 'email' | 'address'

/**
 * What a person gets a mail about: a new password, token, role, or state, a sign-in by a new browser, a
 * change of factors by the person, or by staff, a mail that staff have
 * read, a webhook that is off. Their links have no secret.
 */
export type NoticeName =
  | 'password'
  | 'token'
  | 'revealed'
  | 'webhook'
  | 'active'
  | 'limited'
  | 'suspended'
  | 'role'
  | 'signin'
  | 'factor'
  | 'factorless'

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
      subject: 'Reset your {brand} password',
      text: 'Hi {username},\n\nOpen this link to choose a new password:\n{link}\n\nThe link works for one hour. If you didn’t ask for it, ignore this email. Your password won’t change.',
    },
    email: {
      subject: 'Confirm your new email address',
      text: 'Hi {username},\n\nOpen this link to use this email address with your {brand} account:\n{link}\n\nThe link works for 24 hours. If you don’t have a {brand} account, ignore this email.',
    },
    address: {
      subject: 'A new address for your {brand} account',
      text: 'Hi {username},\n\nSomeone asked to use another email address for your {brand} account. It takes effect when they open the link we sent there.\n\nIf that was you, ignore this email. If it wasn’t, take your account back and choose a new password here:\n{link}\n\nThe link works for 7 days, even after the address has changed.',
    },
    password: {
      subject: 'Your {brand} password was changed',
      text: 'Hi {username},\n\nYour {brand} account has a new password. Other browsers are signed out, and all API tokens have ended.\n\nIf it wasn’t you, choose a new password here:\n{link}',
    },
    token: {
      subject: 'A new API token for your {brand} account',
      text: 'Hi {username},\n\nAn API token was created for your {brand} account. Programs that have it can act on your behalf.\n\nIf it wasn’t you, choose a new password here. That ends all tokens:\n{link}',
    },
    revealed: {
      subject: 'The {brand} team opened an email to you',
      text: 'Hi {username},\n\nSomeone from the {brand} team opened an email to you that couldn’t be sent, and has seen its link. Their reason:\n“{reason}”\n\nIf you didn’t ask for help, choose a new password here:\n{link}',
    },
    webhook: {
      subject: 'A {brand} webhook was switched off',
      text: 'Hi {username},\n\nThe webhook to {reason} was switched off, because its address took nothing for a day. You can see why, and switch it on again, here:\n{link}',
    },
    active: {
      subject: 'Your {brand} account is active again',
      text: 'Hi {username},\n\nThe {brand} team has lifted the limits on your account. You can sign in and upload as before.',
    },
    limited: {
      subject: 'Your {brand} account is limited',
      text: 'Hi {username},\n\nThe {brand} team has limited your account:\n“{reason}”\n\nYou can still sign in and upload. New uploads wait for review, and your GIFs aren’t in lists or search.',
    },
    suspended: {
      subject: 'Your {brand} account is suspended',
      text: 'Hi {username},\n\nThe {brand} team has suspended your account:\n“{reason}”\n\nYou can’t sign in, API tokens have ended, and your GIFs are hidden.',
    },
    role: {
      subject: 'Your role at {brand} has changed',
      text: 'Hi {username},\n\nYour {brand} account has a new role: “{reason}”. All browsers are signed out, and all API tokens have ended.\n\nSign in again here:\n{link}',
    },
    factor: {
      subject: 'The sign-in of your {brand} account has changed',
      text: 'Hi {username},\n\nTwo-step sign-in of your {brand} account has changed: {reason}\n\nIf it wasn’t you, choose a new password here, and write to the {brand} team:\n{link}',
    },
    factorless: {
      subject: 'Two-step sign-in of your {brand} account is off',
      text: 'Hi {username},\n\nThe {brand} team has removed the apps, passkeys, and recovery codes of your account:\n“{reason}”\n\nYour password alone signs you in now. Set up two-step sign-in again in your account. If you didn’t ask for this, choose a new password here:\n{link}',
    },
    signin: {
      subject: 'A new sign-in to your {brand} account',
      text: 'Hi {username},\n\nSomeone signed in to your {brand} account with a browser we don’t know:\n{reason}\n\nIf it wasn’t you, choose a new password here:\n{link}',
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
      subject: 'Passwort für {brand} zurücksetzen',
      text: 'Hallo {username},\n\nöffne diesen Link, um ein neues Passwort festzulegen:\n{link}\n\nEr gilt eine Stunde. Wenn du das nicht angefordert hast, ignoriere diese E-Mail: Dein Passwort bleibt unverändert.',
    },
    email: {
      subject: 'Bestätige deine neue E-Mail-Adresse',
      text: 'Hallo {username},\n\nöffne diesen Link, um diese E-Mail-Adresse für dein Konto bei {brand} zu verwenden:\n{link}\n\nEr gilt 24 Stunden. Wenn du kein Konto bei {brand} hast, ignoriere diese E-Mail.',
    },
    address: {
      subject: 'Neue Adresse für dein Konto bei {brand}',
      text: 'Hallo {username},\n\nfür dein Konto bei {brand} wurde eine andere E-Mail-Adresse angegeben. Sie gilt, sobald der Link geöffnet wird, den wir dorthin geschickt haben.\n\nWenn du das warst, ignoriere diese E-Mail. Wenn nicht, hol dir dein Konto zurück und lege hier ein neues Passwort fest:\n{link}\n\nDer Link gilt 7 Tage, auch wenn die Adresse schon geändert ist.',
    },
    password: {
      subject: 'Dein Passwort für {brand} wurde geändert',
      text: 'Hallo {username},\n\ndein Konto bei {brand} hat ein neues Passwort. Andere Browser sind abgemeldet, und kein API-Token gilt mehr.\n\nWenn du es nicht warst, lege hier ein neues Passwort fest:\n{link}',
    },
    token: {
      subject: 'Neues API-Token für dein Konto bei {brand}',
      text: 'Hallo {username},\n\nfür dein Konto bei {brand} wurde ein API-Token erstellt. Programme, die es haben, handeln in deinem Namen.\n\nWenn du es nicht warst, lege hier ein neues Passwort fest. Damit endet jedes Token:\n{link}',
    },
    revealed: {
      subject: 'Das Team von {brand} hat eine E-Mail an dich geöffnet',
      text: 'Hallo {username},\n\njemand aus dem Team von {brand} hat eine E-Mail an dich geöffnet, die nicht verschickt werden konnte, und kennt ihren Link. Der Grund:\n„{reason}“\n\nWenn du nicht um Hilfe gebeten hast, lege hier ein neues Passwort fest:\n{link}',
    },
    webhook: {
      subject: 'Ein Webhook von {brand} ist abgeschaltet',
      text: 'Hallo {username},\n\nder Webhook an {reason} wurde abgeschaltet, weil seine Adresse einen Tag lang nichts angenommen hat. Warum, steht hier. Dort kannst du ihn auch wieder einschalten:\n{link}',
    },
    active: {
      subject: 'Dein Konto bei {brand} ist wieder aktiv',
      text: 'Hallo {username},\n\ndas Team von {brand} hat die Einschränkungen deines Kontos aufgehoben. Du kannst dich wie zuvor anmelden und GIFs hochladen.',
    },
    limited: {
      subject: 'Dein Konto bei {brand} ist eingeschränkt',
      text: 'Hallo {username},\n\ndas Team von {brand} hat dein Konto eingeschränkt:\n„{reason}“\n\nDu kannst dich weiter anmelden und GIFs hochladen. Neue Uploads werden erst geprüft, und deine GIFs sind nicht in Listen und Suche.',
    },
    suspended: {
      subject: 'Dein Konto bei {brand} ist gesperrt',
      text: 'Hallo {username},\n\ndas Team von {brand} hat dein Konto gesperrt:\n„{reason}“\n\nDu kannst dich nicht anmelden, kein API-Token gilt mehr, und deine GIFs sind ausgeblendet.',
    },
    role: {
      subject: 'Deine Rolle bei {brand} ist neu',
      text: 'Hallo {username},\n\ndein Konto bei {brand} hat eine neue Rolle: „{reason}“. Alle Browser sind abgemeldet, und kein API-Token gilt mehr.\n\nMelde dich hier wieder an:\n{link}',
    },
    factor: {
      subject: 'Die Anmeldung bei deinem Konto bei {brand} ist geändert',
      text: 'Hallo {username},\n\ndie Anmeldung in zwei Schritten bei deinem Konto bei {brand} hat sich geändert: {reason}\n\nWenn du es nicht warst, lege hier ein neues Passwort fest und schreibe dem Team von {brand}:\n{link}',
    },
    factorless: {
      subject: 'Die Anmeldung in zwei Schritten bei {brand} ist ausgeschaltet',
      text: 'Hallo {username},\n\ndas Team von {brand} hat Apps, Passkeys und Wiederherstellungscodes deines Kontos entfernt:\n„{reason}“\n\nZur Anmeldung reicht jetzt dein Passwort. Richte die Anmeldung in zwei Schritten in deinem Konto wieder ein. Wenn du nicht darum gebeten hast, lege hier ein neues Passwort fest:\n{link}',
    },
    signin: {
      subject: 'Neue Anmeldung bei deinem Konto bei {brand}',
      text: 'Hallo {username},\n\nbei deinem Konto bei {brand} gab es eine Anmeldung mit einem Browser, den wir nicht kennen:\n{reason}\n\nWenn du es nicht warst, lege hier ein neues Passwort fest:\n{link}',
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
      subject: 'Restablece tu contraseña de {brand}',
      text: 'Hola, {username}:\n\nAbre este enlace para elegir una contraseña nueva:\n{link}\n\nCaduca en una hora. Si no la pediste, ignora este mensaje: tu contraseña no cambia.',
    },
    email: {
      subject: 'Confirma tu nuevo correo electrónico',
      text: 'Hola, {username}:\n\nAbre este enlace para usar este correo en tu cuenta de {brand}:\n{link}\n\nCaduca en 24 horas. Si no tienes una cuenta en {brand}, ignora este mensaje.',
    },
    address: {
      subject: 'Nuevo correo para tu cuenta de {brand}',
      text: 'Hola, {username}:\n\nSe pidió usar otro correo electrónico en tu cuenta de {brand}. El cambio se aplica al abrir el enlace que enviamos allí.\n\nSi fuiste tú, ignora este mensaje. Si no, recupera tu cuenta y elige aquí una contraseña nueva:\n{link}\n\nEl enlace caduca en 7 días y funciona aunque el correo ya haya cambiado.',
    },
    password: {
      subject: 'Tu contraseña de {brand} ha cambiado',
      text: 'Hola, {username}:\n\nTu cuenta de {brand} tiene una contraseña nueva. Se cerraron las sesiones de otros navegadores y ya no vale ningún token de API.\n\nSi no fuiste tú, elige aquí una contraseña nueva:\n{link}',
    },
    token: {
      subject: 'Nuevo token de API en tu cuenta de {brand}',
      text: 'Hola, {username}:\n\nSe creó un token de API en tu cuenta de {brand}. Los programas que lo tengan pueden actuar en tu nombre.\n\nSi no fuiste tú, elige aquí una contraseña nueva. Así dejan de valer todos los tokens:\n{link}',
    },
    revealed: {
      subject: 'El equipo de {brand} abrió un mensaje para ti',
      text: 'Hola, {username}:\n\nAlguien del equipo de {brand} abrió un mensaje para ti que no se pudo enviar y ha visto su enlace. El motivo:\n«{reason}»\n\nSi no pediste ayuda, elige aquí una contraseña nueva:\n{link}',
    },
    webhook: {
      subject: 'Se ha desactivado un webhook de {brand}',
      text: 'Hola, {username}:\n\nEl webhook de {reason} se ha desactivado porque su dirección no ha aceptado nada durante un día. Aquí puedes ver por qué y volver a activarlo:\n{link}',
    },
    active: {
      subject: 'Tu cuenta de {brand} vuelve a estar activa',
      text: 'Hola, {username}:\n\nEl equipo de {brand} ha retirado las restricciones de tu cuenta. Puedes iniciar sesión y subir GIF como antes.',
    },
    limited: {
      subject: 'Tu cuenta de {brand} está limitada',
      text: 'Hola, {username}:\n\nEl equipo de {brand} ha limitado tu cuenta:\n«{reason}»\n\nPuedes iniciar sesión y subir GIF. Lo nuevo espera una revisión, y tus GIF no salen en las listas ni en la búsqueda.',
    },
    suspended: {
      subject: 'Tu cuenta de {brand} está suspendida',
      text: 'Hola, {username}:\n\nEl equipo de {brand} ha suspendido tu cuenta:\n«{reason}»\n\nNo puedes iniciar sesión, ya no vale ningún token de API y tus GIF están ocultos.',
    },
    role: {
      subject: 'Tu rol en {brand} ha cambiado',
      text: 'Hola, {username}:\n\nTu cuenta de {brand} tiene un rol nuevo: «{reason}». Se cerraron todas las sesiones y ya no vale ningún token de API.\n\nInicia sesión aquí:\n{link}',
    },
    factor: {
      subject: 'Ha cambiado el inicio de sesión de tu cuenta de {brand}',
      text: 'Hola, {username}:\n\nHa cambiado el inicio de sesión en dos pasos de tu cuenta de {brand}: {reason}\n\nSi no fuiste tú, elige aquí una contraseña nueva y escribe al equipo de {brand}:\n{link}',
    },
    factorless: {
      subject: 'El inicio de sesión en dos pasos de {brand} está desactivado',
      text: 'Hola, {username}:\n\nEl equipo de {brand} ha quitado las aplicaciones, las llaves de acceso y los códigos de recuperación de tu cuenta:\n«{reason}»\n\nAhora basta tu contraseña para iniciar sesión. Vuelve a configurarlo en tu cuenta. Si no lo pediste, elige aquí una contraseña nueva:\n{link}',
    },
    signin: {
      subject: 'Nuevo inicio de sesión en tu cuenta de {brand}',
      text: 'Hola, {username}:\n\nSe inició sesión en tu cuenta de {brand} con un navegador que no conocemos:\n{reason}\n\nSi no fuiste tú, elige aquí una contraseña nueva:\n{link}',
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
      subject: 'Réinitialisez votre mot de passe {brand}',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour choisir un nouveau mot de passe :\n{link}\n\nIl est valable une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
    },
    email: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      text: 'Bonjour {username},\n\nOuvrez ce lien pour utiliser cette adresse avec votre compte {brand} :\n{link}\n\nIl est valable 24 heures. Si vous n’avez pas de compte {brand}, ignorez ce message.',
    },
    address: {
      subject: 'Nouvelle adresse pour votre compte {brand}',
      text: 'Bonjour {username},\n\nUne autre adresse e-mail a été demandée pour votre compte {brand}. Elle prendra effet à l’ouverture du lien que nous y avons envoyé.\n\nSi c’est vous, ignorez ce message. Sinon, reprenez votre compte et choisissez ici un nouveau mot de passe :\n{link}\n\nLe lien est valable 7 jours, même une fois l’adresse changée.',
    },
    password: {
      subject: 'Votre mot de passe {brand} a changé',
      text: 'Bonjour {username},\n\nVotre compte {brand} a un nouveau mot de passe. Les autres navigateurs sont déconnectés et aucun jeton d’API n’est plus valable.\n\nSi ce n’est pas vous, choisissez ici un nouveau mot de passe :\n{link}',
    },
    token: {
      subject: 'Nouveau jeton d’API pour votre compte {brand}',
      text: 'Bonjour {username},\n\nUn jeton d’API a été créé pour votre compte {brand}. Les programmes qui l’ont peuvent agir en votre nom.\n\nSi ce n’est pas vous, choisissez ici un nouveau mot de passe. Tous les jetons cesseront d’être valables :\n{link}',
    },
    revealed: {
      subject: 'L’équipe {brand} a ouvert un message pour vous',
      text: 'Bonjour {username},\n\nUne personne de l’équipe {brand} a ouvert un message pour vous qui n’a pas pu être envoyé, et en a vu le lien. Son motif :\n« {reason} »\n\nSi vous n’avez pas demandé d’aide, choisissez ici un nouveau mot de passe :\n{link}',
    },
    webhook: {
      subject: 'Un webhook de {brand} a été désactivé',
      text: 'Bonjour {username},\n\nLe webhook vers {reason} a été désactivé, car son adresse n’a rien accepté pendant une journée. Vous pouvez voir pourquoi et le réactiver ici :\n{link}',
    },
    active: {
      subject: 'Votre compte {brand} est de nouveau actif',
      text: 'Bonjour {username},\n\nL’équipe {brand} a levé les restrictions de votre compte. Vous pouvez vous connecter et importer des GIF comme avant.',
    },
    limited: {
      subject: 'Votre compte {brand} est limité',
      text: 'Bonjour {username},\n\nL’équipe {brand} a limité votre compte :\n« {reason} »\n\nVous pouvez toujours vous connecter et importer des GIF. Les nouveaux imports sont d’abord vérifiés, et vos GIF ne sont ni dans les listes ni dans la recherche.',
    },
    suspended: {
      subject: 'Votre compte {brand} est suspendu',
      text: 'Bonjour {username},\n\nL’équipe {brand} a suspendu votre compte :\n« {reason} »\n\nVous ne pouvez plus vous connecter, aucun jeton d’API n’est plus valable et vos GIF sont masqués.',
    },
    role: {
      subject: 'Votre rôle sur {brand} a changé',
      text: 'Bonjour {username},\n\nVotre compte {brand} a un nouveau rôle : « {reason} ». Tous les navigateurs sont déconnectés et aucun jeton d’API n’est plus valable.\n\nReconnectez-vous ici :\n{link}',
    },
    factor: {
      subject: 'La connexion à votre compte {brand} a changé',
      text: 'Bonjour {username},\n\nLa connexion en deux étapes de votre compte {brand} a changé : {reason}\n\nSi ce n’est pas vous, choisissez un nouveau mot de passe ici et écrivez à l’équipe {brand} :\n{link}',
    },
    factorless: {
      subject: 'La connexion en deux étapes de votre compte {brand} est désactivée',
      text: 'Bonjour {username},\n\nL’équipe {brand} a supprimé les applications, les clés d’accès et les codes de secours de votre compte :\n« {reason} »\n\nVotre mot de passe suffit désormais pour vous connecter. Configurez de nouveau la connexion en deux étapes dans votre compte. Si vous ne l’avez pas demandé, choisissez un nouveau mot de passe ici :\n{link}',
    },
    signin: {
      subject: 'Nouvelle connexion à votre compte {brand}',
      text: 'Bonjour {username},\n\nUne connexion à votre compte {brand} a eu lieu avec un navigateur que nous ne connaissons pas :\n{reason}\n\nSi ce n’est pas vous, choisissez ici un nouveau mot de passe :\n{link}',
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
    address: {
      subject: '{brand}アカウントのメールアドレス変更',
      text: '{username}さん\n\n{brand}アカウントで別のメールアドレスを使う手続きがありました。新しいアドレスに送ったリンクが開かれると、変更されます。\n\nご本人の場合は、このメールを無視してください。心当たりがない場合は、次のリンクからアカウントを取り戻し、新しいパスワードを設定してください。\n{link}\n\nリンクの有効期間は7日間です。アドレスが変更された後でも使えます。',
    },
    password: {
      subject: '{brand}のパスワードが変更されました',
      text: '{username}さん\n\n{brand}アカウントのパスワードが変更されました。ほかのブラウザはログアウトし、APIトークンはすべて無効になりました。\n\n心当たりがない場合は、次のページから新しいパスワードを設定してください。\n{link}',
    },
    token: {
      subject: '{brand}アカウントの新しいAPIトークン',
      text: '{username}さん\n\n{brand}アカウントでAPIトークンが作成されました。トークンを持つプログラムは、あなたの代わりに操作できます。\n\n心当たりがない場合は、次のページから新しいパスワードを設定してください。すべてのトークンが無効になります。\n{link}',
    },
    revealed: {
      subject: '{brand}のスタッフがあなた宛てのメールを開きました',
      text: '{username}さん\n\n{brand}のスタッフが、送信できなかったあなた宛てのメールを開き、リンクを確認しました。理由は次のとおりです。\n「{reason}」\n\n問い合わせた覚えがない場合は、次のページから新しいパスワードを設定してください。\n{link}',
    },
    webhook: {
      subject: '{brand}のWebhookが停止しました',
      text: '{username}さん\n\n{reason}へのWebhookは、送信先が1日間応答しなかったため停止しました。理由の確認と再開は、次のページでできます。\n{link}',
    },
    active: {
      subject: '{brand}アカウントの制限が解除されました',
      text: '{username}さん\n\n{brand}のスタッフが、アカウントの制限を解除しました。これまでどおりログインとアップロードができます。',
    },
    limited: {
      subject: '{brand}アカウントが制限されました',
      text: '{username}さん\n\n{brand}のスタッフが、アカウントを制限しました。理由は次のとおりです。\n「{reason}」\n\nログインとアップロードは引き続きできます。新しいGIFは審査後に公開され、あなたのGIFは一覧や検索に表示されません。',
    },
    suspended: {
      subject: '{brand}アカウントが停止されました',
      text: '{username}さん\n\n{brand}のスタッフが、アカウントを停止しました。理由は次のとおりです。\n「{reason}」\n\nログインはできず、APIトークンはすべて無効になり、あなたのGIFは非表示になります。',
    },
    role: {
      subject: '{brand}での権限が変わりました',
      text: '{username}さん\n\n{brand}アカウントの新しい権限は「{reason}」です。すべてのブラウザがログアウトし、APIトークンはすべて無効になりました。\n\n次のページからログインしてください。\n{link}',
    },
    factor: {
      subject: '{brand}アカウントのログイン設定が変更されました',
      text: '{username}さん\n\n{brand}アカウントの2段階認証が変更されました：{reason}\n\nお心当たりがない場合は、こちらで新しいパスワードを設定し、{brand}のスタッフにご連絡ください。\n{link}',
    },
    factorless: {
      subject: '{brand}アカウントの2段階認証が解除されました',
      text: '{username}さん\n\n{brand}のスタッフが、あなたのアカウントの認証アプリ、パスキー、リカバリーコードを削除しました。\n「{reason}」\n\n現在はパスワードだけでログインできます。アカウントページで2段階認証を再設定してください。お心当たりがない場合は、こちらで新しいパスワードを設定してください。\n{link}',
    },
    signin: {
      subject: '{brand}アカウントへの新しいログイン',
      text: '{username}さん\n\n初めてのブラウザから{brand}アカウントへのログインがありました。\n{reason}\n\n心当たりがない場合は、次のページから新しいパスワードを設定してください。\n{link}',
    },
    share: {
      subject: 'GIFが届いています',
      text: 'こんにちは。\n\n@{username}さんが{brand}でGIFを送りました。\n{link}\n\n@{username}さんに心当たりがない場合は、このメールを無視してください。',
    },
  },
}

/** What roles are called. */
export const roleNames: Record<UserRole, Record<Language, string>> = {
  user: { en: 'User', de: 'Mitglied', fr: 'Membre', es: 'Usuario', ja: 'ユーザー' },
  artist: { en: 'Artist', de: 'Künstler', fr: 'Artiste', es: 'Artista', ja: 'アーティスト' },
  moderator: { en: 'Moderator', de: 'Moderation', fr: 'Modération', es: 'Moderación', ja: 'モデレーター' },
  staff: { en: 'Staff', de: 'Team', fr: 'Équipe', es: 'Equipo', ja: 'スタッフ' },
}
