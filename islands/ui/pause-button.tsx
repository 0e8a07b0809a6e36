import type { Texts } from '../../shared/texts/en.ts'
import { PauseIcon, PlayIcon } from './icons.tsx'

type Props = {
  texts: Pick<Texts, 'pause' | 'play'>
  /** The key that does the same anywhere on the page. */
  shortcut?: string
  /** Hidden in a frame that is too small for extras (§9); an embed's own stays, smaller. */
  extra?: boolean
  onPress?: () => void
}

/** Play and pause (§2). By the root's flag the style shows one of the two icons. */
export const PauseButton = ({ texts, shortcut, extra = true, onPress }: Props) => (
  <button
    type="button"
    className={`round pause${extra ? ' extra' : ''}`}
    data-action="pause"
    aria-keyshortcuts={shortcut}
    onClick={onPress}
  >
    <PauseIcon name={texts.pause} />
    <PlayIcon name={texts.play} />
  </button>
)
