import { renderToString } from 'react-dom/server'
import { PauseIcon, PlayIcon } from '../../islands/ui/icons.tsx'
import { oncePer } from '../../shared/once-per.ts'
import type { Texts } from '../../shared/texts/en.ts'

/** Play and pause (§2). Which icon and which name count is a matter of the root's flag, so the style alone decides. */
export const PauseButton = ({ texts }: { texts: Pick<Texts, 'pause' | 'play'> }) => (
  <button type="button" className="round pause extra" data-action="pause">
    <PauseIcon name={texts.pause} />
    <PlayIcon name={texts.play} />
  </button>
)

/** The same as markup: it never changes within a language, so it is drawn once for each. */
export const pauseButtonHtml = oncePer((texts: Texts) => renderToString(<PauseButton texts={texts} />))
