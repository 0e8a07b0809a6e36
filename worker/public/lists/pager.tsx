import type { Paging } from '../../../shared/public/paging.ts'
import { fillIn } from '../../../shared/texts/public-texts.ts'
import { BackIcon, ForthIcon } from '../parts/icons.tsx'
import type { PageContext } from '../parts/page-context.ts'

type Props = { place: PageContext; paging: Paging; pathOf: (page: number) => string }

/** Back and forth through a list, by links. */
export function Pager({ place, paging, pathOf }: Props) {
  const { texts, to } = place
  const { page, pages } = paging
  if (pages < 2) return null
  return (
    <nav className="pager" aria-label={texts.pages}>
      {page > 1 ? (
        <a href={to(pathOf(page - 1))} rel="prev">
          <BackIcon />
          {texts.previous}
        </a>
      ) : (
        <span />
      )}
      <span className="pager-at">{fillIn(texts.page, { page, pages })}</span>
      {page < pages ? (
        <a href={to(pathOf(page + 1))} rel="next">
          {texts.next}
          <ForthIcon />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
