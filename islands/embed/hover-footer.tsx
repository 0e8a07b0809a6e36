import type { EmbedAttribution } from '../../shared/gif/attribution.ts'
import type { ExternalPlayer } from '../../shared/gif/external-media.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import { Attribution } from '../ui/attribution.tsx'
import { ArrowIcon } from '../ui/icons.tsx'
import type { EmbedModel } from './embed-model.ts'
import { WatchButton } from './watch-button.tsx'

export type HoverFooterProps = {
  /** `continue` names the brand already. */
  texts: Pick<Texts, 'watch' | 'related' | 'continue' | 'verified'>
  title: string
  /** The item's page with the tracking query. */
  href: string
  attribution: EmbedAttribution | undefined
  film: ExternalPlayer | undefined
}

/** §2 The desktop footer's first screen: the click area over the picture, and the bar that hovering or focus brings up. */
export const HoverFooter = ({
  texts,
  title,
  href,
  attribution,
  film,
  model,
}: HoverFooterProps & { model: EmbedModel }) => (
  <>
    <a className="click-area" href={href} target="_blank" rel="noopener">
      <span className="name-of">{title}</span>
    </a>
    <footer className="bar extra">
      {attribution && <Attribution {...attribution} verifiedText={texts.verified} />}
      <h2>{texts.related}</h2>
      {film && <WatchButton film={film} text={texts.watch} model={model} />}
      <a className="cta" href={href} target="_blank" rel="noopener" data-event="view-more">
        {texts.continue}
        <ArrowIcon />
      </a>
    </footer>
  </>
)
