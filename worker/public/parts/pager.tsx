import type { Paging } from '../../../shared/public/browse-path.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { BackIcon, ForthIcon } from '../layout/icons.tsx'
import type { PageContext } from '../layout/page-context.ts'

type Props = { context: PageContext; paging: Paging; pathOf: (page: number) => string }

/** Links to the page before and the page after. */
export function Pager({ context, paging, pathOf }: Props) {
  const { texts, to } = context
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
      <span className="pager-at">{interpolate(texts.page, { page, pages })}</span>
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
