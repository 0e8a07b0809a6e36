import { textTable } from './languages.ts'
import { WIDGET_ROWS } from './texts.ts'

/** What the picker and public pages say. */
export const PICKER_ROWS = {
  stickers: ['Stickers', 'Sticker', 'Stickers', 'Stickers', 'ステッカー'],
  text: ['Text', 'Text', 'Texte', 'Texto', 'テキスト'],
  emoji: ['Emoji', 'Emoji', 'Emoji', 'Emoji', '絵文字'],
  categories: ['Categories', 'Kategorien', 'Catégories', 'Categorías', 'カテゴリ'],
  favorites: ['Favorites', 'Favoriten', 'Favoris', 'Favoritos', 'お気に入り'],
  found: ['{count} results', '{count} Treffer', '{count} résultats', '{count} resultados', '{count}件'],
  searchedFor: [
    'Results for {term}.',
    'Treffer für „{term}“.',
    'Résultats pour «\u00a0{term}\u00a0».',
    'Resultados de «{term}».',
    '「{term}」の検索結果です。',
  ],
  searchInstead: [
    'Search for {term} instead',
    'Stattdessen nach „{term}“ suchen',
    'Rechercher plutôt «\u00a0{term}\u00a0»',
    'Buscar «{term}»',
    '「{term}」で検索する',
  ],
  foundOne: ['1 result', '1 Treffer', '1 résultat', '1 resultado', '1件'],
  findNone: ['No results.', 'Keine Treffer.', 'Aucun résultat.', 'Sin resultados.', '見つかりませんでした。'],
  noStorage: [
    'This browser doesn’t allow saving.',
    'Dieser Browser erlaubt das Speichern nicht.',
    'Ce navigateur n’autorise pas l’enregistrement.',
    'Este navegador no permite guardar datos.',
    'このブラウザでは保存が許可されていません。',
  ],
  favoritesFull: [
    'Your favorites are full. Remove one first.',
    'Deine Favoriten sind voll. Entferne zuerst etwas.',
    'Vos favoris sont au complet. Retirez-en un d’abord.',
    'Tus favoritos están llenos. Quita uno primero.',
    'お気に入りがいっぱいです。先にどれかを外してください。',
  ],
} as const

// All that the picker says.
export const PICKER_TEXTS = textTable({
  ...WIDGET_ROWS,
  ...PICKER_ROWS,
  title: ['GIF picker', 'GIF-Auswahl', 'Sélecteur de GIF', 'Selector de GIF', 'GIFピッカー'],
  search: ['Search', 'Suchen', 'Rechercher', 'Buscar', '検索'],
  clear: ['Clear', 'Leeren', 'Effacer', 'Borrar', '消去'],
  suggestions: ['Suggestions', 'Vorschläge', 'Suggestions', 'Sugerencias', '候補'],
  types: ['Type', 'Art', 'Type', 'Tipo', '種類'],
  trending: ['Trending', 'Im Trend', 'En tendance', 'Tendencias', 'トレンド'],
  recent: ['Recent', 'Zuletzt', 'Récents', 'Recientes', '最近'],
  results: ['Results', 'Treffer', 'Résultats', 'Resultados', '検索結果'],
  noRecent: [
    'Nothing recent yet.',
    'Noch nichts verwendet.',
    'Rien de récent pour l’instant.',
    'Aún no hay nada reciente.',
    '最近使ったものはまだありません。',
  ],
  noFavorites: [
    'No favorites yet.',
    'Noch keine Favoriten.',
    'Aucun favori.',
    'Aún no tienes favoritos.',
    'お気に入りはまだありません。',
  ],
  actions: [
    'Options: {title}',
    'Optionen: {title}',
    'Options\u00a0: {title}',
    'Opciones: {title}',
    'オプション：{title}',
  ],
  copyMarkdown: [
    'Copy Markdown',
    'Markdown kopieren',
    'Copier le Markdown',
    'Copiar Markdown',
    'Markdownをコピー',
  ],
  copyFile: ['Copy file', 'Datei kopieren', 'Copier le fichier', 'Copiar archivo', 'ファイルをコピー'],
  saveFile: [
    'Download file',
    'Datei herunterladen',
    'Télécharger le fichier',
    'Descargar archivo',
    'ファイルをダウンロード',
  ],
  favorite: ['Add to favorites', 'Merken', 'Ajouter aux favoris', 'Añadir a favoritos', 'お気に入りに追加'],
  unfavorite: [
    'Remove from favorites',
    'Aus Favoriten entfernen',
    'Retirer des favoris',
    'Quitar de favoritos',
    'お気に入りから外す',
  ],
  openPage: ['Open page', 'Seite öffnen', 'Ouvrir la page', 'Abrir página', 'ページを開く'],
  copyFailed: [
    'Couldn’t copy that.',
    'Das konnte nicht kopiert werden.',
    'Impossible de copier.',
    'No se pudo copiar.',
    'コピーできませんでした。',
  ],
  fileFailed: [
    'Couldn’t load the file.',
    'Die Datei konnte nicht geladen werden.',
    'Impossible de charger le fichier.',
    'No se pudo cargar el archivo.',
    'ファイルを読み込めませんでした。',
  ],
  picked: [
    'Picked: {title}',
    'Ausgewählt: {title}',
    'Choisi\u00a0: {title}',
    'Elegido: {title}',
    '選択しました：{title}',
  ],
})

export type PickerTexts = (typeof PICKER_TEXTS)['en']
