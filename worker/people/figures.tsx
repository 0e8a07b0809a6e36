import type { ReactNode } from 'react'
import { DayChart } from '../../islands/ui/day-chart.tsx'
import { AppError } from '../../shared/errors.ts'
import { pageNumber, pageWindow, pagingOf } from '../../shared/public/browse-path.ts'
import { FIGURES, type Figure } from '../../shared/schema/own/figures.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { DAY_MS, utcDay } from '../../shared/time.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { pageContext } from '../public/layout/page.ts'
import { Pager } from '../public/layout/parts.tsx'
import { dayIn, Top } from './account-parts.tsx'
import { figureRange } from './figure-range.ts'
import { nameOf } from './own-gifs.tsx'
import {
  byForm,
  type Drawn,
  forPerson,
  type PageState,
  peoplePage,
  UPLOADS_ELSEWHERE,
} from './people-page.tsx'

const PATH = '/account/figures'

/** `/account/figures`: what was done with a person's items, by day, by item and by the site that embeds them. */
export const figuresPage = peoplePage({
  elsewhere: UPLOADS_ELSEWHERE,
  draw: forPerson(drawFigures),
  submit: byForm({}),
})

async function drawFigures(page: PageState): Promise<Drawn> {
  const { c, texts, to } = page
  const range = figureRange(c.req.query('from'), c.req.query('to'), Date.now())
  const number = pageNumber(c.req.query('page'))
  const window = number && pageWindow(number)
  if (!window) throw new AppError('not-found', 'There is no such page')
  const [days, items, sites] = await Promise.all([
    pageCall(c, 'dayFigures', range),
    pageCall(c, 'gifFigures', { ...range, ...window }),
    pageCall(c, 'siteFigures', range),
  ])
  const query = new URLSearchParams(range)
  const pathOf = (at: number) => `${PATH}?${query}${at > 1 ? `&page=${at}` : ''}`
  const { results, count } = items.body
  return {
    title: texts.figures,
    content: (
      <>
        <Top page={page} links={[['/account', texts.account]]} title={texts.figures} note={texts.figuresText}>
          <a className="act quiet" href={`/api/v3/analytics/gifs/csv/?${query}`} download="figures.csv">
            {texts.figuresCsv}
          </a>
        </Top>
        <Range page={page} {...range} />
        <Days page={page} range={range} rows={days.body.results} />
        <Figures page={page} title={texts.figuresByGif} name={texts.gif} none={count === 0}>
          {results.map((row) => (
            <tr key={`${row.day} ${row.gif_id}`}>
              <th scope="row">
                <a href={to(`/account/gifs/${row.gif_id}`)}>
                  <bdi>{nameOf(page, row)}</bdi>
                </a>
                <span className="note"> {dayIn(page, row.day)}</span>
              </th>
              <Numbers page={page} row={row} />
            </tr>
          ))}
        </Figures>
        <Pager context={pageContext(c)} paging={pagingOf(number, results.length, count)} pathOf={pathOf} />
        <Figures
          page={page}
          title={texts.figuresBySite}
          name={texts.figureSite}
          none={sites.body.results.length === 0}
          columns={SITE_COLUMNS}
        >
          {sites.body.results.map(({ site, ...row }) => (
            <tr key={site}>
              <th scope="row">{site ? <bdi>{site}</bdi> : texts.figureOthers}</th>
              <Numbers page={page} row={row} columns={SITE_COLUMNS} />
            </tr>
          ))}
        </Figures>
      </>
    ),
  }
}

const SITE_COLUMNS = ['views', 'hovers', 'clicks'] as const

const HEADS = {
  views: 'figureViews',
  hovers: 'figureHovers',
  clicks: 'figureClicks',
  favorites: 'figureFavorites',
  shares: 'figureShares',
} as const satisfies Record<Figure, keyof PageState['texts']>

type RangeProps = { page: PageState; from: string; to: string }

/** The days that are shown: a form that changes nothing, so that its result has an address. */
const Range = ({ page: { texts, c }, from, to }: RangeProps) => (
  <form className="form range" method="get">
    {c.req.query('lang') && <input type="hidden" name="lang" value={c.get('language')} />}
    <div className="entry">
      <label htmlFor="from">{texts.figureFrom}</label>
      <input id="from" type="date" name="from" defaultValue={from} required />
    </div>
    <div className="entry">
      <label htmlFor="to">{texts.figureTo}</label>
      <input id="to" type="date" name="to" defaultValue={to} required />
    </div>
    <button type="submit" className="act quiet">
      {texts.figureShow}
    </button>
  </form>
)

type Counts = Partial<Record<Figure, number>>
type DaysProps = {
  page: PageState
  range: { from: string; to: string }
  rows: readonly (Record<Figure, number> & { day: string })[]
}

/** The views of each day as bars, and all numbers in a table. A day without any has no row. */
function Days({ page, range, rows }: DaysProps) {
  const { texts } = page
  const viewsOf = new Map(rows.map(({ day, views }) => [day, views]))
  const days = daysOf(range).map((day) => ({ day, value: viewsOf.get(day) ?? 0 }))
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const label = interpolate(texts.figureChart, {
    count: new Intl.NumberFormat(page.c.get('language')).format(total),
  })
  return (
    <>
      {total > 0 && (
        <figure className="chart">
          <DayChart days={days} label={label} />
          <figcaption className="note">
            <span>{dayIn(page, range.from)}</span>
            <span>{label}</span>
            <span>{dayIn(page, range.to)}</span>
          </figcaption>
        </figure>
      )}
      <Figures page={page} title={texts.figuresByDay} name={texts.figureDay} none={rows.length === 0}>
        {rows.map((row) => (
          <tr key={row.day}>
            <th scope="row">{dayIn(page, row.day)}</th>
            <Numbers page={page} row={row} />
          </tr>
        ))}
      </Figures>
    </>
  )
}

/** All days of a range, the oldest first. */
const daysOf = ({ from, to }: DaysProps['range']): string[] => {
  const begin = Date.parse(from)
  return Array.from({ length: Math.round((Date.parse(to) - begin) / DAY_MS) + 1 }, (_, at) =>
    utcDay(begin + at * DAY_MS),
  )
}

/** What scrolls is reached by keyboard (WCAG 2.1.1). */
const SCROLLS = { tabIndex: 0 }

type FiguresProps = {
  page: PageState
  title: string
  name: string
  none: boolean
  columns?: readonly Figure[]
  children: ReactNode
}

/** A table of figures; it scrolls by itself where the page is narrow. */
const Figures = ({ page: { texts }, title, name, none, columns = FIGURES, children }: FiguresProps) => (
  <section className="figures">
    <h2>{title}</h2>
    {none ? (
      <p className="note empty">{texts.figuresNone}</p>
    ) : (
      <section className="scrolls" aria-label={title} {...SCROLLS}>
        <table>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {texts[HEADS[column]]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    )}
  </section>
)

type NumbersProps = { page: PageState; row: Counts; columns?: readonly Figure[] }

function Numbers({ page: { c }, row, columns = FIGURES }: NumbersProps) {
  const { format } = new Intl.NumberFormat(c.get('language'))
  return columns.map((column) => <td key={column}>{format(row[column] ?? 0)}</td>)
}
