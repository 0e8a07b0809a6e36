import { type Language, textTable } from './languages.ts'

/** What embeds, widgets, and the picker say. */
export const WIDGET_ROWS = {
  pause: ['Pause', 'Pause', 'Pause', 'Pausar', '一時停止'],
  play: ['Play', 'Abspielen', 'Lecture', 'Reproducir', '再生'],
  favoriteAdded: [
    'Added to your favorites.',
    'Zu deinen Favoriten hinzugefügt.',
    'Ajouté à vos favoris.',
    'Se añadió a tus favoritos.',
    'お気に入りに追加しました。',
  ],
  favoriteRemoved: [
    'Removed from your favorites.',
    'Aus deinen Favoriten entfernt.',
    'Retiré de vos favoris.',
    'Se quitó de tus favoritos.',
    'お気に入りから外しました。',
  ],
  favoriteFailed: [
    'Couldn’t save that. Try again.',
    'Das konnte nicht gespeichert werden.',
    'Impossible d’enregistrer.',
    'No se pudo guardar.',
    '保存できませんでした。',
  ],
  copyLink: ['Copy link', 'Link kopieren', 'Copier le lien', 'Copiar enlace', 'リンクをコピー'],
  copied: ['Copied', 'Kopiert', 'Copié', 'Copiado', 'コピーしました'],
  loading: ['Loading GIFs', 'GIFs werden geladen', 'Chargement des GIF', 'Cargando GIF', 'GIFを読み込み中'],
  failed: [
    'Error loading GIFs.',
    'Die GIFs konnten nicht geladen werden.',
    'Impossible de charger les GIF.',
    'No se pudieron cargar los GIF.',
    'GIFを読み込めませんでした。',
  ],
  retry: ['Try again?', 'Erneut versuchen', 'Réessayer', 'Reintentar', '再試行'],
  gifs: ['GIFs', 'GIFs', 'GIF', 'GIF', 'GIF'],
} as const

/** What embeds and public pages say. */
export const EMBED_ROWS = {
  previous: ['Previous', 'Zurück', 'Précédent', 'Anterior', '前へ'],
  next: ['Next', 'Weiter', 'Suivant', 'Siguiente', '次へ'],
  watchOn: [
    'Watch on {provider}',
    'Auf {provider} ansehen',
    'Regarder sur {provider}',
    'Ver en {provider}',
    '{provider}で見る',
  ],
} as const

// What embeds, widgets and the player say. §2 and `docs/contract.md` fix most of the English words.
const TEXTS = /* @__PURE__ */ textTable({
  ...WIDGET_ROWS,
  ...EMBED_ROWS,
  share: ['Share', 'Teilen', 'Partager', 'Compartir', '共有'],
  close: ['Close', 'Schließen', 'Fermer', 'Cerrar', '閉じる'],
  favorite: ['Favorite', 'Merken', 'Favori', 'Favorito', 'お気に入り'],
  embed: ['Embed', 'Einbetten', 'Intégrer', 'Insertar', '埋め込み'],
  link: ['Link', 'Link', 'Lien', 'Enlace', 'リンク'],
  copyEmbed: [
    'Copy embed code',
    'Embed-Code kopieren',
    'Copier le code d’intégration',
    'Copiar código',
    '埋め込みコードをコピー',
  ],
  watch: ['Watch', 'Ansehen', 'Regarder', 'Ver', '動画を見る'],
  back: ['GIF', 'GIF', 'GIF', 'GIF', 'GIF'],
  related: ['Related Gifs', 'Ähnliche GIFs', 'GIF similaires', 'GIF relacionados', '関連GIF'],
  continue: [
    'Continue Watching on {brand}',
    'Weiter auf {brand}',
    'Continuer sur {brand}',
    'Seguir viendo en {brand}',
    '{brand}で続きを見る',
  ],
  viewOn: ['View on {brand}', 'Auf {brand} ansehen', 'Voir sur {brand}', 'Ver en {brand}', '{brand}で見る'],
  none: [
    'No related GIFs.',
    'Keine ähnlichen GIFs.',
    'Aucun GIF similaire.',
    'No hay GIF relacionados.',
    '関連GIFはありません。',
  ],
  verified: ['Verified', 'Verifiziert', 'Vérifié', 'Verificado', '認証済み'],
  nothing: [
    'No GIFs found.',
    'Keine GIFs gefunden.',
    'Aucun résultat.',
    'Sin resultados.',
    'GIFが見つかりませんでした。',
  ],
  trending: ['Trending', 'Im Trend', 'Tendances', 'Tendencias', 'トレンド'],
})

/** A language's texts: one object, so that results can be memoized by it. */
export const textsIn = (language: Language) => TEXTS[language]

/** All texts of embeds. `interpolate` replaces `{brand}` and `{provider}`. */
export type Texts = ReturnType<typeof textsIn>
