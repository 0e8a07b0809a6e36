import type { ExternalPlayer } from '../../shared/gif/external-media.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import type { EmbedModel } from './embed-model.ts'
import { WatchButton } from './watch-button.tsx'

export type MobileFooterProps = {
  /** `viewOn` names the brand already. */
  texts: Pick<Texts, 'watch' | 'viewOn'>
  href: string
  film: ExternalPlayer | undefined
}

/** §2 The phone's footer: halves of equal width, as many as there are. */
export const MobileFooter = ({ texts, href, film, model }: MobileFooterProps & { model: EmbedModel }) => (
  <footer className="mobile-footer extra">
    {film && <WatchButton film={film} text={texts.watch} model={model} />}
    <a href={href} target="_blank" rel="noopener" data-event="view-more">
      {texts.viewOn}
    </a>
  </footer>
)
