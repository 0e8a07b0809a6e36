import type { Texts } from '../../shared/texts/en.ts'
import type { Language } from '../../shared/texts/texts.ts'

/** What an embed that draws itself knows of its page, in `data-props` of its root until the item's own take their place. */
export type DirectEmbedProps = {
  id: string
  publicUrl: string
  brand: string
  lang: Language
  /** The tracking query for links. */
  tracking: string
  /** The tracking module; '' where nothing is tracked. */
  watch: string
  texts: Pick<Texts, 'failed' | 'retry'>
}
