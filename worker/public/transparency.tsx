import { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import { own } from '../../shared/own.ts'
import type { Counted, OwnTransparency } from '../../shared/schema/own/transparency.ts'
import { peopleTextsIn } from '../../shared/texts/people/people-texts.ts'
import { REASONS } from '../../shared/texts/people/reason-names.ts'
import { TRANSPARENCY_TEXTS } from '../../shared/texts/public/transparency-texts.data.ts'
import type { AppContext } from '../http/context.ts'
import { assets } from '../render/document.ts'
import { type PageContext, pageContext, renderPage } from './layout/page.ts'
import { readShared } from './layout/read-service.ts'

/** `/transparency`: what was reported and decided, by month, without a person. */
export async function transparencyPage(c: AppContext): Promise<Response> {
  if (!c.get('services').upstreams.site.hasOwnCalls)
    throw new AppError('not-found', 'Another service keeps this')
  const rows = (await readShared(c, ownSiteCalls.transparency, {}))?.results ?? []
  const context = pageContext(c)
  const { language, publicUrl, texts } = context
  const said = TRANSPARENCY_TEXTS[language]
  const page = {
    name: 'list transparency',
    head: {
      title: texts.transparency,
      description: said.intro,
      canonical: `${publicUrl}/transparency`,
      links: [{ rel: 'stylesheet', href: assets.styles.transparency }],
    },
    content: (
      <>
        <div className="list-top">
          <h1>{texts.transparency}</h1>
          <p className="count">{said.intro}</p>
        </div>
        {rows.length === 0 ? (
          <div className="none">
            <h2>{texts.noneHere}</h2>
          </div>
        ) : (
          <p>
            <a className="pill" href="/api/v3/transparency/csv/" download="transparency.csv">
              {texts.download} (CSV)
            </a>
          </p>
        )}
        {[...Map.groupBy(rows, ({ month }) => month)].map(([month, some]) => (
          <Month key={month} context={context} month={month} rows={some} />
        ))}
      </>
    ),
  }
  return renderPage(c, page)
}

/** What is shown together: what came in, and what became of it. */
const PARTS = [
  ['reports', 'report-results'],
  ['claims', 'claim-results'],
  ['objections', 'objection-results'],
  ['decisions', 'people'],
  ['rules'],
] as const satisfies readonly (readonly [Counted, ...Counted[]])[]

type MonthProps = { context: PageContext; month: string; rows: readonly OwnTransparency[] }

function Month({ context: { language }, month, rows }: MonthProps) {
  const title = new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const said = TRANSPARENCY_TEXTS[language]
  return (
    <section className="month" aria-labelledby={`m-${month}`}>
      <h2 id={`m-${month}`}>{title}</h2>
      <div className="month-counts">
        {PARTS.map(
          ([title, ...of]) =>
            [
              title,
              [title, ...of].flatMap((each: Counted) => rows.filter(({ about }) => about === each)),
            ] as const,
        )
          .filter(([, some]) => some.length > 0)
          .map(([title, some]) => (
            <div key={title}>
              <h3>{said[title]}</h3>
              <dl>
                {some.map((row) => (
                  <Count key={row.about + row.name} language={language} row={row} />
                ))}
              </dl>
            </div>
          ))}
      </div>
    </section>
  )
}

/** Reasons without a word of their own have that by which a report is made. */
function nameOf({ name }: OwnTransparency, language: PageContext['language']): string {
  const [, text] = REASONS.find(([each]) => each === name) ?? []
  return own<string>(TRANSPARENCY_TEXTS[language], name) ?? (text ? peopleTextsIn(language)[text] : name)
}

type CountProps = { row: OwnTransparency; language: PageContext['language'] }

function Count({ row, language }: CountProps) {
  const { count, median_hours } = row
  const number = new Intl.NumberFormat(language)
  const hours = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 })
  return (
    <div>
      <dt>{nameOf(row, language)}</dt>
      <dd>
        {number.format(count)}
        {median_hours !== null && <small> · {hours.format(median_hours)}</small>}
      </dd>
    </div>
  )
}
