import { fill, textsIn } from '../../shared/texts/texts.ts'
import type { EmbedModel } from './embed-model.ts'
import type { EmbedProps } from './embed-props.ts'
import { WatchButton } from './watch-button.tsx'

export type MobileFooterProps = Pick<EmbedProps, 'lang' | 'brand' | 'href' | 'film'> & { model: EmbedModel }

/** §2 The phone's footer: halves of equal width, as many as there are. */
export function MobileFooter({ lang, brand, href, film, model }: MobileFooterProps) {
  const texts = textsIn(lang)
  return (
    <footer className="mobile-footer extra">
      {film && <WatchButton film={film} text={texts.watch} model={model} />}
      <a href={href} target="_blank" rel="noopener" data-event="view-more">
        {fill(texts.viewOn, { brand })}
      </a>
    </footer>
  )
}
