import { useSignals } from '@preact/signals-react/runtime'
import type { EmbedAttribution } from '../../shared/gif/attribution.ts'
import { Attribution } from '../ui/attribution.tsx'
import { ArrowIcon } from '../ui/icons.tsx'
import type { EmbedModel } from './embed-model.ts'

export type HoverFooterProps = {
  title: string
  brand: string
  /** The item's page with the tracking query. */
  href: string
  attribution: EmbedAttribution | undefined
}

/** §2 The desktop footer: the click area over the picture, and the bar that hovering or focus brings up. */
export function HoverFooter({
  title,
  brand,
  href,
  attribution,
  model,
}: HoverFooterProps & { model: EmbedModel }) {
  useSignals()
  return (
    <div className="footer" data-open={model.footerOpen.value || undefined}>
      <a className="click-area" href={href} target="_blank" rel="noopener">
        <span className="name-of">{title}</span>
      </a>
      <footer className="bar extra">
        {attribution && <Attribution {...attribution} />}
        <h2>Related Gifs</h2>
        <a className="cta" href={href} target="_blank" rel="noopener">
          {`Continue Watching on ${brand}`}
          <ArrowIcon />
        </a>
      </footer>
    </div>
  )
}
