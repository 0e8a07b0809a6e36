import { insertNames, textsIn } from '../../shared/texts/texts.ts'
import { WatchButton } from '../film/watch-button.tsx'
import type { EmbedModel, EmbedProps } from '../model/embed-model.ts'
import { Attribution } from '../ui/attribution.tsx'
import { ArrowIcon } from '../ui/icons.tsx'

type HoverFooterProps = Pick<EmbedProps, 'lang' | 'brand' | 'href' | 'attribution' | 'film'> & {
  /** None on the server, where nothing is pressed. */
  model?: EmbedModel
}

/** §2 The desktop footer's first screen: the bar that hovering or focus brings up. */
export default function HoverFooter({ lang, brand, href, attribution, film, model }: HoverFooterProps) {
  const texts = textsIn(lang)
  const [before, after] = texts.continue.split('{brand}')
  return (
    <footer className="bar extra">
      {attribution && <Attribution {...attribution} verifiedText={texts.verified} />}
      <h2>{texts.related}</h2>
      {film && <WatchButton film={film} text={texts.watch} model={model} />}
      {/* The Tab key finds the same link at the picture, and this one wears the ring: an embed is few stops for its host. */}
      <a
        className="cta"
        href={href}
        target="_blank"
        rel="noopener"
        data-event="view-more"
        tabIndex={-1}
        aria-label={insertNames(texts.continue, { brand })}
      >
        <span>
          <span className="more">{before}</span>
          {brand}
          {after && <span className="more">{after}</span>}
        </span>
        <ArrowIcon />
      </a>
    </footer>
  )
}
