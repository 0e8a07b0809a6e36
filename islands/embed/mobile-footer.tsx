import { interpolate } from '../../shared/texts/languages.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import type { EmbedModel, EmbedProps } from '../model/embed-model.ts'
import { WatchButton } from '../ui/buttons.tsx'

type MobileFooterProps = Pick<EmbedProps, 'lang' | 'brand' | 'href' | 'film' | 'cta'> & {
  /** None on the server, where nothing is pressed. */
  model?: EmbedModel
}

/** §2 The phone's footer: halves of equal width, as many as there are. */
export default function MobileFooter({ lang, brand, href, film, cta, model }: MobileFooterProps) {
  const texts = textsIn(lang)
  return (
    <footer className="mobile-footer extra">
      {film && <WatchButton film={film} text={texts.watch} model={model} />}
      {cta && (
        <a href={cta.href} target="_blank" rel="noopener" data-event="cta">
          <bdi>{cta.text}</bdi>
        </a>
      )}
      <a href={href} target="_blank" rel="noopener" data-event="view-more">
        {interpolate(texts.viewOn, { brand })}
      </a>
    </footer>
  )
}
