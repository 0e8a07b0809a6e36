import type { EmbedProps } from '../model/embed-model.ts'
import { ArrowIcon } from '../ui/buttons.tsx'

/**
 * The picture as a link, next to the footer and not in it: over it a wheel scrolls the host's page. Its name is no text: a
 * passive page lays out none (`islands/ui/buttons.tsx`). The arrow is where a finger follows it in a small frame, in which
 * a tap on the picture pauses.
 */
export const PictureLink = ({ href, title }: Pick<EmbedProps, 'href' | 'title'>) => (
  <a className="click-area" href={href} target="_blank" rel="noopener">
    <span role="img" aria-label={title} />
    <span className="round go">
      <ArrowIcon />
    </span>
  </a>
)
