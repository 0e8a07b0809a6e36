import { altText } from '../../../shared/gif/gif-texts.ts'
import { embedPath } from '../../../shared/gif/item-path.ts'
import { fitted } from '../../../shared/gif/snippet.ts'
import { intrinsicSize } from '../../../shared/picture/renditions.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { SearchForm } from '../layout/header.tsx'
import { ForthIcon } from '../layout/icons.tsx'
import type { PageContext } from '../layout/page-context.ts'
import { FrameBox } from '../parts/frame-box.tsx'
import { TermList } from '../parts/term-list.tsx'

type Props = { context: PageContext; star: Gif | undefined; terms: readonly string[] }

/** Headline and search, and beside them a live embed. */
export function WelcomeHero({ context, star, terms }: Props) {
  const { texts } = context
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>
          {texts.heroTitle} <span>{texts.heroTitleTwo}</span>
        </h1>
        {/* Of a page that calls the provider itself this would not be true. */}
        {!context.direct && <p className="lead">{texts.heroText}</p>}
        <SearchForm context={context} id="public-search" />
        {terms.length > 0 && (
          <nav className="hero-terms" aria-label={texts.trendingNow}>
            <TermList context={context} terms={terms} />
          </nav>
        )}
      </div>
      <div className="hero-stage">
        {context.direct ? (
          <FrameBox
            name="hero"
            src={`/widgets/grid?limit=9&gutter=8&borderRadius=12&lang=${context.language}`}
            title={texts.heroFrame}
            width={480}
            height={360}
            eager
          />
        ) : star ? (
          <>
            <i />
            <i />
            <i />
            <FrameBox
              name="hero"
              src={embedPath(star)}
              title={`${texts.heroFrame}: ${altText(star)}`}
              {...fitted(intrinsicSize(star.images))}
              eager
            />
            <a className="more" href="#build">
              {texts.heroBuild}
              <ForthIcon />
            </a>
          </>
        ) : (
          <p className="note">{texts.trendingFailed}</p>
        )}
      </div>
    </section>
  )
}
