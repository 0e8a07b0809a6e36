import { type ItemType, searchPath } from '../../../shared/public/browse-path.ts'
import { SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import type { AppContext } from '../../http/context.ts'
import { type PageContext, type PublicPage, pageContext, type Total, totalText } from '../layout/page.ts'
import { ForthIcon, TermList, TileRows } from '../layout/parts.tsx'
import { ListTop, listPage, NothingFound } from './list-page.tsx'
import type { FoundList, OthersByType, OtherType } from './read-list.ts'

type SearchList = Pick<FoundList, 'gifs' | 'paging'> & {
  term: string
  type: ItemType
  others: OthersByType
  /** Terms that go with this one. */
  terms: readonly string[]
  /** Terms in place of this one, where it found nothing of any type. */
  offered: readonly string[]
}

/** `/search/{term}`: one type page by page, and on its first page some of the others, each with how many there are. */
export function searchPage(c: AppContext, list: SearchList): PublicPage {
  const { term, type, others, terms, offered, gifs, paging } = list
  const context = pageContext(c)
  const { texts } = context
  const totals: Partial<Record<ItemType, Total | undefined>> = { ...others, [type]: paging }
  const isNothing = Object.values(totals).every((found) => !found?.total)
  return listPage({
    context,
    gifs,
    paging,
    title: term,
    description: context.fill(texts.searchText, { term }),
    query: term,
    noindex: true,
    top: (
      <ListTop context={context} title={term} paging={paging} isCounted={false}>
        <RelatedTerms context={context} terms={isNothing ? [] : terms} />
      </ListTop>
    ),
    tabs: SEARCHED_TYPES.map((one) => ({
      name: texts[one],
      href: searchPath(term, 1, one),
      current: one === type,
      count: totals[one],
    })),
    pathOf: (page) => searchPath(term, page, type),
    empty: isNothing ? (
      <NothingFound context={context} title={context.fill(texts.noneTitle, { term })} terms={offered} />
    ) : (
      <NothingFound context={context} title={texts.noneHere} terms={[]} />
    ),
    after: paging.page === 1 && <OtherLists context={context} term={term} others={others} />,
    report: context.hasAccounts ? `/report?${new URLSearchParams({ q: term })}` : undefined,
  })
}

const RelatedTerms = ({ context, terms }: { context: PageContext; terms: readonly string[] }) =>
  terms.length > 0 && (
    <nav className="list-terms" aria-label={context.texts.relatedTerms}>
      <TermList context={context} terms={terms} />
    </nav>
  )

type OtherProps = { context: PageContext; term: string }

const OtherLists = ({ context, term, others }: OtherProps & { others: OthersByType }) => (
  <>
    {SEARCHED_TYPES.map((type) => {
      const found = others[type]
      return found?.gifs.length ? (
        <OtherList key={type} context={context} term={term} type={type} found={found} />
      ) : null
    })}
  </>
)

function OtherList({ context, term, type, found }: OtherProps & { type: ItemType; found: OtherType }) {
  const { texts, to } = context
  const { gifs, total } = found
  return (
    <section className="beside" aria-labelledby={`beside-${type}`}>
      <div className="beside-head">
        <h2 id={`beside-${type}`}>{texts[type]}</h2>
        {total > gifs.length && (
          <a className="more" href={to(searchPath(term, 1, type))}>
            {context.fill(texts.showAll, { count: totalText(context, found) })}
            <ForthIcon />
          </a>
        )}
      </div>
      <TileRows context={context} gifs={gifs} label={texts[type]} />
    </section>
  )
}
