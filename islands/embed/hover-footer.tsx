import { insertNames, textsIn } from '../../shared/texts/texts.ts'
import { WatchButton } from '../film/watch-button.tsx'
import type { EmbedModel } from '../model/embed-model.ts'
import type { EmbedProps } from '../model/embed-props.ts'
import { Attribution } from '../ui/attribution.tsx'
import { ArrowIcon } from '../ui/icons.tsx'

type HoverFooterProps = Pick<EmbedProps, 'lang' | 'brand' | 'title' | 'href' | 'attribution' | 'film'> & {
  model: EmbedModel
}

/** §2 The desktop footer's first screen: the click area over the picture, and the bar that hovering or focus brings up. */
export default function HoverFooter({
  lang,
  brand,
  title,
  href,
  attribution,
  film,
  model,
}: HoverFooterProps) {
  const texts = textsIn(lang)
  return (
    <>
      {/* The link is the picture below it. Its name is no text: a passive page lays out none (`islands/ui/icons.tsx`). */}
      <a className="click-area" href={href} target="_blank" rel="noopener">
        <span role="img" aria-label={title} />
      </a>
      <footer className="bar extra">
        {attribution && <Attribution {...attribution} verifiedText={texts.verified} />}
        <h2>{texts.related}</h2>
        {film && <WatchButton film={film} text={texts.watch} model={model} />}
        <a className="cta" href={href} target="_blank" rel="noopener" data-event="view-more">
          {insertNames(texts.continue, { brand })}
          <ArrowIcon />
        </a>
      </footer>
    </>
  )
}
