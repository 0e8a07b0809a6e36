import { QUERY_MAX_CHARS } from '../limits.ts'
import type { Language } from './languages.ts'

/** The problem, and what a visitor can do. */
type ErrorWords = readonly [title: string, text: string]

const en = {
  400: ['Check the link', 'Part of it is missing or mistyped. Fix it and try again.'],
  403: ['No access', 'You don’t have permission to open this page.'],
  404: ['Not found', 'This page doesn’t exist or has moved.'],
  405: ['That doesn’t work here', 'This page can’t handle that kind of request.'],
  410: ['This GIF was taken down', 'It’s no longer available.'],
  414: ['That search is too long', `Use at most ${QUERY_MAX_CHARS} characters.`],
  429: ['Too many requests', 'Wait a minute, then try again.'],
  502: ['Couldn’t load the GIF', 'The library isn’t responding. Try again in a moment.'],
  503: ['Temporarily unavailable', 'We can’t show this page right now. Try again in a few seconds.'],
  other: ['Something went wrong', 'It’s on our side. Try again in a moment.'],
} satisfies Record<number | 'other', ErrorWords>

type ErrorTexts = Record<keyof typeof en, ErrorWords>

const de: ErrorTexts = {
  400: [
    'Prüfe den Link',
    'Ein Teil fehlt oder ist falsch geschrieben. Korrigiere ihn und versuche es noch einmal.',
  ],
  403: ['Kein Zugriff', 'Für diese Seite fehlt dir die Berechtigung.'],
  404: ['Nicht gefunden', 'Diese Seite gibt es nicht, oder sie ist umgezogen.'],
  405: ['Das geht hier nicht', 'Diese Seite kann mit dieser Art von Anfrage nichts anfangen.'],
  410: ['Dieses GIF wurde gesperrt', 'Es ist nicht mehr verfügbar.'],
  414: ['Diese Suche ist zu lang', `Verwende höchstens ${QUERY_MAX_CHARS} Zeichen.`],
  429: ['Zu viele Anfragen', 'Warte eine Minute und versuche es dann noch einmal.'],
  502: [
    'Das GIF konnte nicht geladen werden',
    'Die Bibliothek antwortet nicht. Versuche es gleich noch einmal.',
  ],
  503: [
    'Vorübergehend nicht verfügbar',
    'Diese Seite lässt sich gerade nicht anzeigen. Versuche es in ein paar Sekunden noch einmal.',
  ],
  other: ['Etwas ist schiefgegangen', 'Der Fehler liegt bei uns. Versuche es gleich noch einmal.'],
}

const fr: ErrorTexts = {
  400: ['Vérifiez le lien', 'Il en manque une partie ou il est mal écrit. Corrigez-le, puis réessayez.'],
  403: ['Accès refusé', 'Vous n’avez pas l’autorisation d’ouvrir cette page.'],
  404: ['Page introuvable', 'Cette page n’existe pas ou a changé d’adresse.'],
  405: ['Action impossible ici', 'Cette page n’accepte pas ce type de requête.'],
  410: ['Ce GIF a été retiré', 'Il n’est plus disponible.'],
  414: ['Recherche trop longue', `Utilisez ${QUERY_MAX_CHARS} caractères au maximum.`],
  429: ['Trop de requêtes', 'Attendez une minute, puis réessayez.'],
  502: ['Impossible de charger le GIF', 'La bibliothèque ne répond pas. Réessayez dans un instant.'],
  503: [
    'Momentanément indisponible',
    'Cette page ne peut pas s’afficher pour le moment. Réessayez dans quelques secondes.',
  ],
  other: ['Une erreur s’est produite', 'Le problème vient de nous. Réessayez dans un instant.'],
}

const es: ErrorTexts = {
  400: ['Revisa el enlace', 'Falta una parte o está mal escrito. Corrígelo e inténtalo de nuevo.'],
  403: ['Acceso denegado', 'No tienes permiso para abrir esta página.'],
  404: ['Página no encontrada', 'Esta página no existe o cambió de dirección.'],
  405: ['Eso no funciona aquí', 'Esta página no acepta ese tipo de solicitud.'],
  410: ['Este GIF se retiró', 'Ya no está disponible.'],
  414: ['La búsqueda es demasiado larga', `Usa ${QUERY_MAX_CHARS} caracteres como máximo.`],
  429: ['Demasiadas solicitudes', 'Espera un minuto e inténtalo de nuevo.'],
  502: ['No se pudo cargar el GIF', 'La biblioteca no responde. Inténtalo de nuevo en un momento.'],
  503: ['No disponible por ahora', 'No podemos mostrar esta página. Inténtalo de nuevo en unos segundos.'],
  other: ['Algo salió mal', 'El problema es nuestro. Inténtalo de nuevo en un momento.'],
}

const ja: ErrorTexts = {
  400: [
    'リンクを確認してください',
    '一部が欠けているか、入力に誤りがあります。修正してから再度お試しください。',
  ],
  403: ['アクセスできません', 'このページを開く権限がありません。'],
  404: ['ページが見つかりません', 'このページは存在しないか、移動しました。'],
  405: ['この操作はできません', 'このページはその種類のリクエストに対応していません。'],
  410: ['このGIFの公開は停止されました', '現在はご覧いただけません。'],
  414: ['検索語が長すぎます', `${QUERY_MAX_CHARS}文字以内で入力してください。`],
  429: ['リクエストが多すぎます', '1分ほど待ってから、もう一度試してください。'],
  502: ['GIFを読み込めませんでした', 'ライブラリが応答していません。しばらくしてから再度お試しください。'],
  503: ['一時的に利用できません', '現在このページを表示できません。数秒後にもう一度試してください。'],
  other: ['問題が発生しました', 'サーバー側の問題です。しばらくしてからもう一度試してください。'],
}

const ERRORS: Record<Language, ErrorTexts> = { en, de, fr, es, ja }

/** The texts of an error page. A status without its own texts gets those of an internal error. */
export function errorWords(language: Language, status: number) {
  const texts: Partial<Record<number, ErrorWords>> & ErrorTexts = ERRORS[language]
  const [title, text] = texts[status] ?? texts.other
  return { title, text }
}
