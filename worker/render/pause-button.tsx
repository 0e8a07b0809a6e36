import { renderToString } from 'react-dom/server'
import { PauseIcon, PlayIcon } from '../../islands/ui/icons.tsx'
import { oncePer } from '../../shared/once-per.ts'
import type { Texts } from '../../shared/texts/en.ts'

type Props = {
  texts: Pick<Texts, 'pause' | 'play'>
  /** The key that does the same anywhere on the page. */
  shortcut?: string
  /** Hidden in a frame that is too small for extras (§9); an embed's own stays, smaller. */
  extra?: boolean
}

/** Play and pause (§2). By the root's flag the style shows one of the two icons. */
export const PauseButton = ({ texts, shortcut, extra = true }: Props) => (
  <button
    type="button"
    className={`round pause${extra ? ' extra' : ''}`}
    data-action="pause"
    aria-keyshortcuts={shortcut}
  >
    <PauseIcon name={texts.pause} />
    <PlayIcon name={texts.play} />
  </button>
)

/** An embed's button as markup, rendered once per language. */
export const embedPauseHtml = oncePer((texts: Texts) =>
  renderToString(<PauseButton texts={texts} shortcut="K" extra={false} />),
)
