import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PINGBACK_ACTIONS, type PingbackAction } from '../../../shared/schema/own/gateway.ts'
import { type Overview, WAITING, WAITING_MAX, type Waiting } from '../../../shared/schema/own/staff.ts'
import { client, provider, useAdmin, usePage, useRead } from '../admin.tsx'
import { dayText, Failed, ItemLink, Loading, NumberTable, SmallButton } from '../parts/elements.tsx'

/** What one call tells: what waits, and the last 30 days. */
export function useOverview() {
  const { hasOwnCalls } = useAdmin()
  return useRead(['overview'], client.overview, {}, { enabled: hasOwnCalls })
}

type CardProps = { id: string; title: string; children: ReactNode }

/** A part of the page. */
export const Card = ({ id, title, children }: CardProps) => (
  <section className="admin-card admin-part" aria-labelledby={id}>
    <h2 className="admin-card-title" id={id}>
      {title}
    </h2>
    {children}
  </section>
)

/** What waits now, and what visitors did. */
export function Now() {
  const { texts, language, fill } = usePage('overview')
  const { data, error, isFetching, dataUpdatedAt, refetch } = useOverview()
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  const time = new Date(dataUpdatedAt).toLocaleTimeString(language, { timeStyle: 'short' })
  return (
    <>
      <section className="admin-card" aria-labelledby="waits" aria-busy={isFetching}>
        <h2 className="admin-card-title" id="waits">
          {texts.waits}
        </h2>
        <Waits waiting={data.waiting} />
        <div className="admin-foot">
          <span role="status">{fill(texts.asOf, { time })}</span>
          <SmallButton loading={isFetching} onClick={() => void refetch()}>
            {texts.refresh}
          </SmallButton>
        </div>
      </section>
      <Days days={data.days} />
    </>
  )
}

/** The page where something is done about it, and what it is filtered by. */
const PAGES: Readonly<Record<Waiting, readonly [page: string, query?: string]>> = {
  moderation: ['cases'],
  reports: ['cases', '?kind=report'],
  claims: ['cases', '?kind=claim'],
  schedule: ['schedule'],
  uploads: ['library', '?state=failed'],
  pingbacks: ['dead-letters'],
  mails: ['outbox', '?state=unsent'],
}

/** How much waits of everything that this person can open. */
function Waits({ waiting }: Pick<Overview, 'waiting'>) {
  const { pages, role, texts, numberOf } = useAdmin()
  return (
    <ul className="admin-waits">
      {WAITING.filter((name) => role === 'staff' || name !== 'claims')
        .map((name) => [name, ...PAGES[name]] as const)
        .filter(([, page]) => pages.has(page))
        .map(([name, page, query = '']) => (
          <li key={name}>
            <a href={`/admin/${page}${query}`}>
              <b data-none={waiting[name] === 0 || undefined}>
                {numberOf(waiting[name])}
                {waiting[name] === WAITING_MAX && '+'}
              </b>{' '}
              <span>{texts.overview[name]}</span>
            </a>
          </li>
        ))}
    </ul>
  )
}

type DaysProps = Pick<Overview, 'days'>

const TITLES = { SEEN: 'seen', HOVER: 'hover', CLICK: 'click' } as const

/** What visitors did on each of the last days: bars for the eye, and the same numbers as a table. */
function Days({ days }: DaysProps) {
  const { texts, language, numberOf } = usePage('overview')
  const isEmpty = days.every((day) => PINGBACK_ACTIONS.every((action) => day[action] === 0))
  const cells = days.map((row) => [
    dayText(row.day, language),
    ...PINGBACK_ACTIONS.map((action) => numberOf(row[action])),
  ])
  return (
    <Card id="days" title={texts.days}>
      {isEmpty ? (
        <p className="admin-part-text">{texts.noDays}</p>
      ) : (
        <>
          <div className="admin-charts">
            {PINGBACK_ACTIONS.map((action) => (
              <Chart key={action} days={days} action={action} />
            ))}
          </div>
          <details className="admin-numbers">
            <summary>{texts.table}</summary>
            <NumberTable
              head={[texts.day, ...PINGBACK_ACTIONS.map((action) => texts[TITLES[action]])]}
              rows={cells}
            />
          </details>
        </>
      )}
    </Card>
  )
}

/** The days of one action, each action in its scale: many more items are seen than clicked. */
function Chart({ days, action }: DaysProps & { action: PingbackAction }) {
  const { texts, language, numberOf } = useAdmin()
  const counts = days.map((day) => day[action])
  const total = counts.reduce((sum, count) => sum + count, 0)
  const most = Math.max(1, ...counts)
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <figure>
      <figcaption>
        {texts.overview[TITLES[action]]} <b>{numberOf(total)}</b>
      </figcaption>
      <div className="admin-chart" aria-hidden="true">
        {days.map(({ day, [action]: count }) => (
          <span key={day} title={`${dayText(day, language)}: ${numberOf(count)}`}>
            <i style={{ height: `${(100 * count) / most}%` }} data-none={count === 0 || undefined} />
          </span>
        ))}
      </div>
      <div className="admin-chart-ends" aria-hidden="true">
        <span>{dayText(first, language)}</span>
        <span>{dayText(last, language)}</span>
      </div>
    </figure>
  )
}

/** GIFs of the trending list that are shown. */
const TRENDING_SHOWN = 8

/** The first GIFs of the trending list, as visitors see it. */
export function Trending() {
  const { common, texts } = usePage('overview')
  const queries = useQueryClient()
  const { data, isError } = useQuery({
    queryKey: ['trending'],
    async queryFn({ signal }) {
      const list = await provider.trending({ type: 'gifs', limit: TRENDING_SHOWN }, { signal })
      const gifs = list?.data.slice(0, TRENDING_SHOWN) ?? []
      // Each is known already: `ItemLink` need not read it.
      for (const gif of gifs) queries.setQueryData(['item', gif.id], gif)
      return gifs.map(({ id }) => id)
    },
  })
  return (
    <Card id="trending" title={texts.trending}>
      {isError && (
        <p className="admin-part-text" role="alert">
          {common.failed}
        </p>
      )}
      {data?.length === 0 && <p className="admin-part-text">{texts.noTrending}</p>}
      <ol className="admin-trending">
        {data?.map((id) => (
          <li key={id}>
            <ItemLink id={id} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
