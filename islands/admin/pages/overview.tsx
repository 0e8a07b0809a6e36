import { client, useAdmin, usePage, useRead } from '../admin.tsx'
import { Ago, Failed, Loading, PageTop, StateBadge } from '../parts/elements.tsx'
import { type Column, TableRows } from '../parts/list.tsx'
import { Bindings, Facts, Queues } from './overview-bindings.tsx'
import { Card, Now, Trending } from './overview-visitors.tsx'

/** What one server of many knows of the services behind it, and of its caches. */
function Service() {
  const { data, error, dataUpdatedAt, refetch } = useRead(['service'], client.health, {})
  if (error) {
    return (
      <div className="admin-part">
        <Failed error={error} retry={refetch} />
      </div>
    )
  }
  if (!data) return <Loading />
  return (
    <>
      <Upstreams health={data} now={dataUpdatedAt} />
      <Caches health={data} />
    </>
  )
}

type Health = NonNullable<Awaited<ReturnType<typeof client.health>>>
type Upstream = Health['upstreams'][number]

const COLORS = { open: 'red', 'half-open': 'yellow', closed: 'teal', none: 'gray' } as const

/** The upstreams that the texts name. */
const NAMES = [
  'provider',
  'pingback',
  'site',
  'gateway',
  'imaging',
  'vimeo',
  'spotify',
  'spotifyAccounts',
  'source',
  'issuer',
  'webhook',
  'capture',
] as const

/** How the services behind this one are, as one server has seen them. @param now ms */
function Upstreams({ health, now }: { health: Health; now: number }) {
  const { common, texts, fill, timeOf } = usePage('overview')
  const nameOf = ({ name }: Upstream) => {
    const known = NAMES.find((each) => each === name)
    return known ? texts[known] : name
  }
  const answered = ({ answered_at }: Upstream) => (answered_at ? <Ago at={answered_at} now={now} /> : '–')
  const failure = ({ failed }: Upstream) =>
    failed ? (
      <>
        {fill(texts[failed.reason], { status: failed.status ?? '' })}
        <br />
        <span className="admin-soft">
          <Ago at={failed.at} now={now} />
        </span>
      </>
    ) : (
      '–'
    )
  const columns: Column<Upstream>[] = [
    { title: common.service, cell: nameOf, width: '18%' },
    { title: texts.where, cell: ({ place }) => texts[place], width: '15%' },
    { title: texts.breaker, cell: (row) => <Breaker row={row} /> },
    { title: texts.answered, cell: answered, width: '16%' },
    { title: texts.failed, cell: failure, width: '22%' },
  ]
  return (
    <div className="admin-card admin-part">
      <h2 className="admin-card-title">{texts.upstreams}</h2>
      <p className="admin-part-text">{fill(texts.upstreamsText, { time: timeOf(health.started_at) })}</p>
      <TableRows
        rows={health.upstreams}
        columns={columns}
        keyOf={({ name }) => name}
        label={texts.upstreams}
      />
    </div>
  )
}

function Breaker({ row: { place, breaker, since } }: { row: Upstream }) {
  const { texts, fill, timeOf } = useAdmin()
  if (place === 'missing') return '–'
  return (
    <>
      <StateBadge color={COLORS[breaker]} c="var(--ink)">
        {texts.overview[breaker]}
      </StateBadge>{' '}
      {since && <span className="admin-soft">{fill(texts.overview.sinceTime, { time: timeOf(since) })}</span>}
    </>
  )
}

/** What the layers of the cache hold, and how reads of it ended. */
function Caches({ health: { caches, reads } }: { health: Health }) {
  const { common, texts, language, fill, numberOf } = usePage('overview')
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const
  const counts = Object.entries(reads).map(([name, count]) => [name, numberOf(count)])
  const textOf = ({ is_there, copies, bytes, faults }: Health['caches'][number]) => {
    if (!is_there) return texts.missing
    const size = ((bytes ?? 0) / 1e6).toLocaleString(language, format)
    const held = copies === null ? [] : [fill(texts.copies, { count: numberOf(copies), size })]
    return [...held, fill(texts.faults, { count: numberOf(faults) })].join(' · ')
  }
  return (
    <Card id="caches" title={texts.caches}>
      <p className="admin-part-text">{fill(texts.reads, Object.fromEntries(counts))}</p>
      <Facts
        facts={caches.map((cache) => ({
          name: cache.layer,
          title: common[cache.layer],
          ...(cache.faults > 0 && { state: 'failing' }),
          text: textOf(cache),
        }))}
      />
    </Card>
  )
}

/** `/admin/overview`: what waits, what visitors do, what trends, and how the service is. */
export default function OverviewPage() {
  const { texts, hasOwnCalls } = usePage('overview')
  return (
    <>
      <PageTop title={texts.title} intro={hasOwnCalls ? texts.intro : texts.introElsewhere} />
      {hasOwnCalls && <Now />}
      <Trending />
      <Bindings />
      <Queues />
      <Service />
    </>
  )
}
