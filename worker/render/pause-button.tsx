import { renderToString } from 'react-dom/server'
import { PauseIcon, PlayIcon } from '../../islands/ui/icons.tsx'
import { oncePer } from '../../shared/once-per.ts'
import type { Texts } from '../../shared/texts/en.ts'

/** Play and pause (§2). By the root's flag the style shows one of the two icons. */
export const PauseButton = ({ texts }: { texts: Pick<Texts, 'pause' | 'play'> }) => (
  <button type="button" className="round pause extra" data-action="pause">
    <PauseIcon name={texts.pause} />
    <PlayIcon name={texts.play} />
  </button>
)

/** The button as markup, rendered once per language. */
export const pauseButtonHtml = oncePer((texts: Texts) => renderToString(<PauseButton texts={texts} />))
