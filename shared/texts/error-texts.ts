import { QUERY_MAX_CHARS } from '../limits.ts'
import type { Language } from './texts.ts'

/** The problem, and what a visitor can do. */
type ErrorWords = { title: string; text: string }

const en = {
  400: { title: 'Check the link', text: 'Part of it is missing or mistyped. Fix it and try again.' },
  404: { title: 'Not found', text: 'This page doesn’t exist or has moved.' },
  405: { title: 'That doesn’t work here', text: 'This page can’t handle that kind of request.' },
  410: { title: 'This GIF was taken down', text: 'It’s no longer available.' },
  414: { title: 'That search is too long', text: `Use at most ${QUERY_MAX_CHARS} characters.` },
  429: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
  502: { title: 'Couldn’t load the GIF', text: 'The library isn’t responding. Try again in a moment.' },
  503: {
    title: 'Temporarily unavailable',
    text: 'We can’t show this page right now. Try again in a few seconds.',
  },
  other: { title: 'Something went wrong', text: 'It’s on our side. Try again in a moment.' },
} satisfies Record<number | 'other', ErrorWords>

type ErrorTexts = Record<keyof typeof en, ErrorWords>

const de: ErrorTexts = {
  400: {
    title: 'Prüfe den Link',
    text: 'Ein Teil fehlt oder ist falsch geschrieben. Korrigiere ihn und versuche es noch einmal.',
  },
  404: { title: 'Nicht gefunden', text: 'Diese Seite gibt es nicht, oder sie ist umgezogen.' },
  405: { title: 'Das geht hier nicht', text: 'Diese Seite kann mit dieser Art von Anfrage nichts anfangen.' },
  410: { title: 'Dieses GIF wurde gesperrt', text: 'Es ist nicht mehr verfügbar.' },
  414: { title: 'Diese Suche ist zu lang', text: `Verwende höchstens ${QUERY_MAX_CHARS} Zeichen.` },
  429: { title: 'Zu viele Anfragen', text: 'Warte eine Minute und versuche es dann noch einmal.' },
  502: {
    title: 'Das GIF konnte nicht geladen werden',
    text: 'Die Bibliothek antwortet nicht. Versuche es gleich noch einmal.',
  },
  503: {
    title: 'Vorübergehend nicht verfügbar',
    text: 'Diese Seite lässt sich gerade nicht anzeigen. Versuche es in ein paar Sekunden noch einmal.',
  },
  other: {
    title: 'Etwas ist schiefgegangen',
    text: 'Der Fehler liegt bei uns. Versuche es gleich noch einmal.',
  },
}

const fr: ErrorTexts = {
  400: {
    title: 'Vérifiez le lien',
    text: 'Il en manque une partie ou il est mal écrit. Corrigez-le, puis réessayez.',
  },
  404: { title: 'Page introuvable', text: 'Cette page n’existe pas ou a changé d’adresse.' },
  405: { title: 'Action impossible ici', text: 'Cette page n’accepte pas ce type de requête.' },
  410: { title: 'Ce GIF a été retiré', text: 'Il n’est plus disponible.' },
  414: { title: 'Recherche trop longue', text: `Utilisez ${QUERY_MAX_CHARS} caractères au maximum.` },
  429: { title: 'Trop de requêtes', text: 'Attendez une minute, puis réessayez.' },
  502: {
    title: 'Impossible de charger le GIF',
    text: 'La bibliothèque ne répond pas. Réessayez dans un instant.',
  },
  503: {
    title: 'Momentanément indisponible',
    text: 'Cette page ne peut pas s’afficher pour le moment. Réessayez dans quelques secondes.',
  },
  other: {
    title: 'Une erreur s’est produite',
    text: 'Le problème vient de nous. Réessayez dans un instant.',
  },
}

const es: ErrorTexts = {
  400: {
    title: 'Revisa el enlace',
    text: 'Falta una parte o está mal escrito. Corrígelo e inténtalo de nuevo.',
  },
  404: { title: 'Página no encontrada', text: 'Esta página no existe o cambió de dirección.' },
  405: { title: 'Eso no funciona aquí', text: 'Esta página no acepta ese tipo de solicitud.' },
  410: { title: 'Este GIF se retiró', text: 'Ya no está disponible.' },
  414: { title: 'La búsqueda es demasiado larga', text: `Usa ${QUERY_MAX_CHARS} caracteres como máximo.` },
  429: { title: 'Demasiadas solicitudes', text: 'Espera un minuto e inténtalo de nuevo.' },
  502: {
    title: 'No se pudo cargar el GIF',
    text: 'La biblioteca no responde. Inténtalo de nuevo en un momento.',
  },
  503: {
    title: 'No disponible por ahora',
    text: 'No podemos mostrar esta página. Inténtalo de nuevo en unos segundos.',
  },
  other: { title: 'Algo salió mal', text: 'El problema es nuestro. Inténtalo de nuevo en un momento.' },
}

const ja: ErrorTexts = {
  400: {
    title: 'リンクを確認してください',
    text: '一部が欠けているか、入力に誤りがあります。修正してもう一度試してください。',
  },
  404: { title: 'ページが見つかりません', text: 'このページは存在しないか、移動しました。' },
  405: { title: 'この操作はできません', text: 'このページはその種類のリクエストに対応していません。' },
  410: { title: 'このGIFは公開停止されました', text: '現在は表示できません。' },
  414: { title: '検索語が長すぎます', text: `${QUERY_MAX_CHARS}文字以内で入力してください。` },
  429: { title: 'リクエストが多すぎます', text: '1分ほど待ってから、もう一度試してください。' },
  502: {
    title: 'GIFを読み込めませんでした',
    text: 'ライブラリが応答していません。しばらくしてからもう一度試してください。',
  },
  503: {
    title: '一時的に利用できません',
    text: '現在このページを表示できません。数秒後にもう一度試してください。',
  },
  other: {
    title: '問題が発生しました',
    text: 'サーバー側の問題です。しばらくしてからもう一度試してください。',
  },
}

const ERRORS: Record<Language, ErrorTexts> = { en, de, fr, es, ja }

/** The texts of an error page. A status without its own texts gets those of an internal error. */
export function errorWords(language: Language, status: number): ErrorWords {
  const texts: Partial<Record<number, ErrorWords>> & ErrorTexts = ERRORS[language]
  return texts[status] ?? texts.other
}
