import { type client, usePage } from '../admin.tsx'
import { ItemLink } from '../parts/elements.tsx'
import type { RowOf } from '../parts/list.tsx'

export type Report = RowOf<typeof client.reports>

/** What a report is about. */
export function About({ report: { gif_id, search_term } }: { report: Report }) {
  const { texts, fill } = usePage('reports')
  if (gif_id) return <ItemLink id={gif_id} />
  const term = search_term ?? ''
  return (
    <a href={`/search/${encodeURIComponent(term)}`} target="_blank" rel="noopener">
      {fill(texts.searchFor, { term })}
    </a>
  )
}

export function Reasons({ report: { reasons } }: { report: Report }) {
  const { texts } = usePage('reports')
  return reasons.map((reason) => texts[reason]).join(', ')
}

/** What was reported, by whom, and what was decided. */
export function Facts({ report }: { report: Report }) {
  const { common, texts, fill, timeOf } = usePage('reports')
  const by = (who: string, at: string) => fill(texts.decidedBy, { who, when: timeOf(at) })
  return (
    <>
      <div>
        <Reasons report={report} />
        <p className="admin-soft">{by(report.reporter ?? common.visitor, report.created_at)}</p>
      </div>
      {report.additional_info && (
        <figure className="admin-notice">
          <figcaption className="admin-soft">{texts.words}</figcaption>
          <bdi>{report.additional_info}</bdi>
        </figure>
      )}
      {report.decided_at && (
        <p className="admin-soft">
          {`${texts[report.state]}: `}
          {by(report.decided_by ?? '', report.decided_at)}
        </p>
      )}
    </>
  )
}
