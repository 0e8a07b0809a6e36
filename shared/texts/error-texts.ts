import { QUERY_MAX_CHARS } from '../limits.ts'
import type { Language } from './texts.ts'

/** The problem, and what a visitor can do. */
type ErrorWords = { title: string; text: string }

const en = {
  400: {
    title: 'That address is not right',
    text: 'Part of it is missing or mistyped. Check the link and try again.',
  },
  404: {
    title: 'Nothing loops here',
    text: 'What was here does not exist, or it has another address by now.',
  },
  405: { title: 'Not like this', text: 'This address does not answer that kind of request.' },
  410: { title: 'This GIF was taken down', text: 'It was removed and will not come back.' },
  414: { title: 'A little too long', text: `A search has at most ${QUERY_MAX_CHARS} characters.` },
  429: { title: 'A little too fast', text: 'There were many requests at once. Try again in a minute.' },
  502: {
    title: 'The GIF did not arrive',
    text: 'The library behind this page did not answer well. Try again in a moment.',
  },
  503: {
    title: 'Back in a moment',
    text: 'This page cannot be served right now. Try again in a few seconds.',
  },
  other: { title: 'Something went wrong', text: 'The fault is ours. Try again in a moment.' },
} satisfies Record<number | 'other', ErrorWords>

type ErrorTexts = Record<keyof typeof en, ErrorWords>

const de: ErrorTexts = {
  400: {
    title: 'Diese Adresse stimmt nicht',
    text: 'Ein Teil fehlt oder ist vertippt. Ein Blick auf den Link hilft vielleicht.',
  },
  404: {
    title: 'Hier dreht sich nichts',
    text: 'Was hier war, gibt es nicht, oder es hat inzwischen eine andere Adresse.',
  },
  405: { title: 'So nicht', text: 'Diese Adresse beantwortet solche Anfragen nicht.' },
  410: { title: 'Dieses GIF wurde entfernt', text: 'Es ist gelöscht und kommt nicht wieder.' },
  414: { title: 'Etwas zu lang', text: `Eine Suche hat höchstens ${QUERY_MAX_CHARS} Zeichen.` },
  429: {
    title: 'Etwas zu schnell',
    text: 'Das waren viele Anfragen auf einmal. In einer Minute geht es wieder.',
  },
  502: {
    title: 'Das GIF ist nicht angekommen',
    text: 'Die Bibliothek hinter dieser Seite hat nicht richtig geantwortet. Bitte gleich noch einmal versuchen.',
  },
  503: {
    title: 'Gleich wieder da',
    text: 'Diese Seite ist gerade nicht zu haben. Bitte in ein paar Sekunden noch einmal versuchen.',
  },
  other: {
    title: 'Da ist etwas schiefgegangen',
    text: 'Der Fehler liegt bei uns. Bitte gleich noch einmal versuchen.',
  },
}

const fr: ErrorTexts = {
  400: {
    title: 'Cette adresse n’est pas la bonne',
    text: 'Il en manque une partie, ou elle est mal écrite. Vérifiez le lien et réessayez.',
  },
  404: {
    title: 'Rien ne tourne ici',
    text: 'Ce qui était ici n’existe pas, ou a changé d’adresse.',
  },
  405: { title: 'Pas comme cela', text: 'Cette adresse ne répond pas à ce genre de requête.' },
  410: { title: 'Ce GIF a été retiré', text: 'Il a été supprimé et ne reviendra pas.' },
  414: { title: 'Un peu trop long', text: `Une recherche compte au plus ${QUERY_MAX_CHARS} caractères.` },
  429: {
    title: 'Un peu trop vite',
    text: 'Il y a eu beaucoup de requêtes à la fois. Réessayez dans une minute.',
  },
  502: {
    title: 'Le GIF n’est pas arrivé',
    text: 'La bibliothèque derrière cette page n’a pas bien répondu. Réessayez dans un instant.',
  },
  503: {
    title: 'De retour dans un instant',
    text: 'Cette page n’est pas disponible pour le moment. Réessayez dans quelques secondes.',
  },
  other: { title: 'Quelque chose s’est mal passé', text: 'C’est de notre faute. Réessayez dans un instant.' },
}

const es: ErrorTexts = {
  400: {
    title: 'Esa dirección no es correcta',
    text: 'Falta una parte o está mal escrita. Comprueba el enlace e inténtalo de nuevo.',
  },
  404: {
    title: 'Aquí no gira nada',
    text: 'Lo que había aquí no existe o ya tiene otra dirección.',
  },
  405: { title: 'Así no', text: 'Esta dirección no responde a ese tipo de petición.' },
  410: { title: 'Este GIF se ha retirado', text: 'Se eliminó y no volverá.' },
  414: { title: 'Un poco largo', text: `Una búsqueda tiene como máximo ${QUERY_MAX_CHARS} caracteres.` },
  429: {
    title: 'Un poco rápido',
    text: 'Hubo muchas peticiones a la vez. Inténtalo de nuevo dentro de un minuto.',
  },
  502: {
    title: 'El GIF no ha llegado',
    text: 'La biblioteca que hay detrás de esta página no respondió bien. Inténtalo de nuevo en un momento.',
  },
  503: {
    title: 'Volvemos en un momento',
    text: 'Ahora mismo esta página no está disponible. Inténtalo de nuevo en unos segundos.',
  },
  other: { title: 'Algo ha ido mal', text: 'La culpa es nuestra. Inténtalo de nuevo en un momento.' },
}

const ja: ErrorTexts = {
  400: {
    title: 'アドレスが正しくありません',
    text: '一部が欠けているか、入力に誤りがあります。リンクを確かめて、もう一度お試しください。',
  },
  404: {
    title: 'ここには何もありません',
    text: 'お探しのものは存在しないか、別のアドレスに移っています。',
  },
  405: { title: 'この方法では開けません', text: 'このアドレスはその種類のリクエストには応答しません。' },
  410: { title: 'このGIFは取り下げられました', text: '削除されたため、元に戻ることはありません。' },
  414: { title: '少し長すぎます', text: `検索できるのは${QUERY_MAX_CHARS}文字までです。` },
  429: {
    title: '少し速すぎます',
    text: '一度に多くのリクエストがありました。1分後にもう一度お試しください。',
  },
  502: {
    title: 'GIFが届きませんでした',
    text: 'このページのライブラリが正しく応答しませんでした。しばらくしてからもう一度お試しください。',
  },
  503: {
    title: 'まもなく戻ります',
    text: '今はこのページを表示できません。数秒後にもう一度お試しください。',
  },
  other: {
    title: '問題が発生しました',
    text: 'こちら側の不具合です。しばらくしてからもう一度お試しください。',
  },
}

const ERRORS: Record<Language, ErrorTexts> = { en, de, fr, es, ja }

/** The texts of an error page. A status without its own texts gets those of an internal error. */
export function errorWords(language: Language, status: number): ErrorWords {
  const texts: Partial<Record<number, ErrorWords>> & ErrorTexts = ERRORS[language]
  return texts[status] ?? texts.other
}
