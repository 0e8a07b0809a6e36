import type { EmbedProps } from '../model/embed-model.ts'
import { ArrowIcon } from '../ui/buttons.tsx'

/** The picture as a link, next to the footer: over it a wheel scrolls the host's page. Its name is no text: none is laid out. */
export const PictureLink = ({ href, title }: Pick<EmbedProps, 'href' | 'title'>) => (
  <a className="click-area" href={href} target="_blank" rel="noopener">
    <span role="img" aria-label={title} />
    <span className="round go">
      <ArrowIcon />
    </span>
  </a>
)
