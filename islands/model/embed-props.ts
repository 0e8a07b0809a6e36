import type { EmbedView } from '../../shared/gif/embed-view.ts'
import type { Language } from '../../shared/texts/texts.ts'

/** What an embed's islands know of its GIF. It stands on the root, once for all of them; each takes what it needs. */
export type EmbedProps = Omit<EmbedView, 'picture'> & {
  lang: Language
  brand: string
  /** A still picture of the item, for networks that need one, and the item's own size. */
  poster: string
  width: number
  height: number
}
