import type { ReactNode } from 'react'
import * as v from 'valibot'
import { adminPagesOf } from '../../../shared/admin/admin-pages.ts'
import { client, useAdmin, usePage, useRead } from '../admin.tsx'
import { Ago, Failed, Loading, PageTop, StateBadge } from '../parts/elements.tsx'
import { type Column, TableRows } from '../parts/list.tsx'
import { Card, Now, Trending, useOverview } from './overview-visitors.tsx'

/** States of a binding, the worst first. */
const STATES = ['failing', 'missing', 'ok', 'configured'] as const

/** What `/healthz` tells (`docs/contract.md`). */
const HealthSchema = v.object({
  status: v.picklist(['ok', 'failing']),
  build: v.string(),
  bindings: v.record(v.string(), v.picklist(STATES)),
  /** For staff. */
  renditions: v.optional(v.object({ queued: v.number(), oldest: v.nullable(v.string()) })),
})

/** The state of each binding, as a query. */
const useBindings = () => useRead(['health'], readHealth, {})

async function readHealth(_: object, { signal }: { signal: AbortSignal }) {
  const response = await fetch('/healthz', { signal })
  return v.parse(HealthSchema, await response.json())
}

type FactsProps = { facts: readonly { name: string; title: ReactNode; state?: string; text: ReactNode }[] }

/** How each of several things is. */
const Facts = ({ facts }: FactsProps) => (
  <dl className="admin-health">
    {facts.map(({ name, title, state, text }) => (
      <div key={name} data-state={state}>
        <dt>{title}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

/** How each binding is that the service works with: databases, files, queues, caches, limits. */
function Bindings() {
  const { common, texts } = usePage('overview')
  const { data, isError } = useBindings()
  const bindings = Object.entries(data?.bindings ?? {}).sort(
    ([, one], [, other]) => STATES.indexOf(one) - STATES.indexOf(other),
  )
  return (
    <Card id="health" title={texts.health}>
      <p className="admin-part-text" role="status">
        {isError ? common.failed : data && texts[data.status === 'ok' ? 'allWell' : 'notWell']}{' '}
        {data && <code>{data.build}</code>}
      </p>
      <Facts
        facts={bindings.map(([name, state]) => ({
          name,
          title: <code>{name}</code>,
          state,
          text: texts[state],
        }))}
      />
    </Card>
  )
}

const QUEUES = [
  { binding: 'PINGBACKS', name: 'pingbackQueue', failed: 'pingbacks', page: 'dead-letters' },
  { binding: 'JOBS', name: 'jobQueue', failed: 'uploads', page: 'library' },
] as const

/** How many uploads wait for their versions, and since when the first of them. */
function Versions({ queued, oldest, now }: { queued: number; oldest: string | null; now: number }) {
  const { texts, fill, numberOf } = usePage('overview')
  return (
    <>
      {fill(texts.versionsText, { count: numberOf(queued) })}
      {oldest && ' · '}
      {oldest && <Ago at={oldest} now={now} />}
    </>
  )
}

/** Whether the queues are there, and how much of what they carry has failed and waits. */
function Queues() {
  const { texts, role, numberOf } = usePage('overview')
  const { data: health, dataUpdatedAt: now } = useBindings()
  const { data: overview } = useOverview()
  const pages = new Set<string>(adminPagesOf(role))
  const facts = QUEUES.map(({ binding, name, failed, page }) => {
    const state = health?.bindings[binding] ?? 'missing'
    const waiting = overview?.waiting[failed]
    const count = waiting !== undefined && `${numberOf(waiting)} ${texts[failed]}`
    const text = (
      <>
        {health && texts[state]}
        {count && ' · '}
        {count && (pages.has(page) ? <a href={`/admin/${page}`}>{count}</a> : count)}
      </>
    )
    return { name: binding, title: texts[name], state, text }
  })
  const versions = health?.renditions && {
    name: 'renditions',
    title: texts.versions,
    text: <Versions {...health.renditions} now={now} />,
  }
  return (
    <Card id="queues" title={texts.queues}>
      <Facts facts={[...facts, ...(versions ? [versions] : [])]} />
    </Card>
  )
}

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
