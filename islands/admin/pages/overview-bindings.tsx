import type { ReactNode } from 'react'
import * as v from 'valibot'
import { usePage, useRead } from '../admin.tsx'
import { Ago } from '../parts/elements.tsx'
import { Card, useOverview } from './overview-visitors.tsx'

/** States of a binding, the worst first. */
const STATES = ['failing', 'missing', 'ok', 'configured'] as const
type State = (typeof STATES)[number]

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

type Fact = { name: string; title: ReactNode; state?: string | undefined; text: ReactNode }

/** How each of several things is. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="admin-health">
    {facts.map(({ name, title, state, text }) => (
      <div key={name} data-state={state}>
        <dt>{title}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

/** What each binding is for, as the texts name it. */
const USES = {
  ASSETS: 'forAssets',
  CACHE: 'forCache',
  DB: 'forDb',
  MEDIA: 'forMedia',
  PINGBACKS: 'pingbackQueue',
  JOBS: 'jobQueue',
  EVENTS: 'forEvents',
  MAIL: 'forMail',
  IMAGES: 'forImages',
  VIDEO: 'forVideo',
  AI: 'forMeaning',
  VECTORIZE: 'forMeaning',
} as const

/** The limits are one thing, as bad as the worst of them. */
const useOf = (name: string): (typeof USES)[keyof typeof USES] | 'forLimits' | undefined =>
  name.endsWith('_LIMIT') ? 'forLimits' : Object.entries(USES).find(([each]) => each === name)?.[1]

/** Bindings by what they are for, the worst first. */
function byUse(bindings: Readonly<Record<string, State>>) {
  const entries = Object.entries(bindings).map(([name, state]) => ({ name, state, use: useOf(name) }))
  const uses = Map.groupBy(entries, ({ use, name }) => use ?? name)
  const rank = (state: State) => STATES.indexOf(state)
  return [...uses.values()]
    .map((group) => {
      const worst = group.toSorted((one, other) => rank(one.state) - rank(other.state))[0]?.state ?? 'missing'
      const names = group.filter(({ state }) => state === worst).map(({ name }) => name)
      return { use: group[0]?.use, state: worst, names }
    })
    .sort((one, other) => rank(one.state) - rank(other.state))
}

/** How each part is that the service works with: databases, files, queues, caches, limits. */
export function Bindings() {
  const { common, texts, fill } = usePage('overview')
  const { data, isError } = useBindings()
  const facts = byUse(data?.bindings ?? {}).map(({ use, state, names }): Fact => {
    // They are many, and a part of their own there.
    const name = use === 'forLimits' ? '[[ratelimits]]' : names.join(', ')
    const todo = state === 'missing' ? texts.setUp : state === 'failing' && texts.check
    return {
      name,
      state,
      title: (
        <>
          {use ? texts[use] : <code>{name}</code>}
          {todo && <small>{fill(todo, { name })}</small>}
        </>
      ),
      text: texts[state],
    }
  })
  return (
    <Card id="health" title={texts.health}>
      <p className="admin-part-text" role="status">
        {isError ? common.failed : data && texts[data.status === 'ok' ? 'allWell' : 'notWell']}{' '}
        {data && <code>{data.build}</code>}
      </p>
      <Facts facts={facts} />
    </Card>
  )
}

const QUEUES = [
  { binding: 'PINGBACKS', name: 'pingbackQueue', failed: 'pingbacks', page: 'dead-letters' },
  { binding: 'JOBS', name: 'jobQueue', failed: 'uploads', page: 'library?state=failed' },
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

/** Whether the queues are there, and how much of what they carry has failed and waits, where this person can open that. */
export function Queues() {
  const { texts, pages, numberOf } = usePage('overview')
  const { data: health, dataUpdatedAt: now } = useBindings()
  const { data: overview } = useOverview()
  const facts = QUEUES.map(({ binding, name, failed, page }): Fact => {
    const state = health?.bindings[binding] ?? 'missing'
    const waiting = pages.has(page.split('?')[0] ?? '') ? overview?.waiting[failed] : undefined
    const text = (
      <>
        {health && texts[state]}
        {waiting !== undefined && ' · '}
        {waiting !== undefined && <a href={`/admin/${page}`}>{`${numberOf(waiting)} ${texts[failed]}`}</a>}
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
