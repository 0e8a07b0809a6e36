import type { ItemFacts, ItemView } from '../../../shared/public/item-view.ts'
import type { PageContext } from '../layout/page-context.ts'
import { numberOf } from '../parts/number-of.ts'

type Props = {
  context: PageContext
  view: ItemView
  facts: ItemFacts | undefined
  /** How often it was seen, where that is known. */
  views: number | undefined
}

/** What is known of an item: size, frames, when it came, where from, how often it was seen. */
export function ItemFactList({ context, view, facts, views }: Props) {
  const { texts, language } = context
  const { width, height } = view.picture
  const frames = facts?.images.original?.frames ?? 0
  const rows: [string, string][] = [[texts.factSize, `${width} × ${height}`]]
  if (frames > 1) rows.push([texts.factFrames, numberOf(context, frames)])
  if (view.added) {
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
    rows.push([texts.factAdded, date.format(new Date(view.added))])
  }
  if (views) rows.push([texts.factViews, numberOf(context, views)])
  return (
    <dl className="item-facts" aria-label={texts.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {facts?.source && (
        <div>
          <dt>{texts.factSource}</dt>
          <dd>
            <a href={facts.source} rel="nofollow noopener ugc" target="_blank">
              {new URL(facts.source).host}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}
