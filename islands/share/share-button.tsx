import type { Ref } from 'react'
import { type Language, textsIn } from '../../shared/texts/texts.ts'
import { ShareIcon } from './share-icons.tsx'

type ShareButtonProps = {
  lang: Language
  /** The item's, where its keys work for the whole page (`islands/embed/handle-input.ts`); a widget has none. */
  id?: string | undefined
  ref?: Ref<HTMLButtonElement>
  onPress?: () => void
}

/** The share menu as long as it is closed: all that the server draws of it. */
export const ShareButton = ({ id, lang, ref, onPress }: ShareButtonProps) => (
  <button
    ref={ref}
    type="button"
    className="round share-button extra"
    aria-haspopup="dialog"
    aria-label={textsIn(lang).share}
    aria-keyshortcuts={id && 'S'}
    onClick={onPress}
  >
    <ShareIcon name="share" />
  </button>
)
