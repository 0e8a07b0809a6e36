import { Badge, Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { client, failureText, statusOf, usePage, usePageKeys, useRead, useSay } from '../admin.tsx'
import { Ago, Failed, Loading, Notice, PageTop, SmallButton } from '../parts/elements.tsx'
import { useFilters } from '../parts/filters.tsx'
import { TableRows } from '../parts/list.tsx'

const FILTERS = { of: '' }

const EXAMPLES = { trending: '/v1/gifs/trending?limit=25', searches: '/v2/trending/searches' } as const

/** What is looked up: an item by its id, or a call by its address. */
type Wanted = { gif: string } | { call: string }

const CALL = /^\/v[12]\//

/** What was typed or pasted: an id, the address of an item, or of a call. Undefined for anything else. */
function wantedOf(text: string): Wanted | undefined {
  const typed = text.trim()
  const { pathname, search } = URL.parse(typed, location.origin) ?? {}
  if (!typed || pathname === undefined) return undefined
  if (CALL.test(pathname)) return { call: pathname + search }
  const gif = idOfSlug(pathname.split('/').at(-1) ?? '')
  return gif === undefined ? undefined : { gif }
}

/** `/admin/cache`: what is cached for an item or a call, where, how old; and a forced refresh. */
export default function CachePage() {
  const { texts } = usePage('cache')
  const { filters, change } = useFilters(FILTERS)
  const [typed, setTyped] = useState(filters.of)
  // The way back leads to another.
  useEffect(() => setTyped(filters.of), [filters.of])
  const wanted = wantedOf(filters.of)
  const look = (event: FormEvent) => {
    event.preventDefault()
    change({ of: typed.trim() })
  }
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      <search>
        <form className="admin-filters admin-look" onSubmit={look}>
          <TextInput
            type="search"
            label={texts.field}
            description={texts.fieldHint}
            value={typed}
            maxLength={2000}
            error={filters.of.trim() !== '' && !wanted && texts.wrong}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit">{texts.look}</Button>
        </form>
      </search>
      {wanted ? <Copies key={filters.of} wanted={wanted} /> : <Start look={(of) => change({ of })} />}
      <p className="admin-intro admin-aside">{texts.servers}</p>
    </>
  )
}

function Start({ look }: { look: (of: string) => void }) {
  const { texts } = usePage('cache')
  return (
    <div className="admin-card admin-state">
      <span>{texts.start}</span>
      <div className="admin-actions">
        {(['trending', 'searches'] as const).map((name) => (
          <Button key={name} variant="default" onClick={() => look(EXAMPLES[name])}>
            {texts[name]}
          </Button>
        ))}
      </div>
    </div>
  )
}

function Copies({ wanted }: { wanted: Wanted }) {
  const { common, texts } = usePage('cache')
  const say = useSay()
  const queries = useQueryClient()
  const queryKey = ['cached', wanted] as const
  const { data, error, dataUpdatedAt, refetch } = useRead(queryKey, client.cached, wanted, { staleTime: 0 })
  const refresh = useMutation({
    mutationFn: (input: Wanted) => client.refreshCached(input),
    onSuccess(after) {
      const isFailed = after?.copies.some(({ layers }) => layers.some(({ failure }) => failure))
      say(isFailed ? { text: texts.doneFailed, isFailure: true } : { text: texts.done })
    },
    onError: (failure) => say({ text: failureText(failure, common), isFailure: true }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const refreshAll = () => {
    if (data && !refresh.isPending) refresh.mutate(wanted)
  }
  usePageKeys([['r', refreshAll]])
  if (statusOf(error) === 400) return <Notice role="alert" text={texts.wrong} />
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  const { copies } = data
  return copies.map((copy) => (
    <Copy
      key={copy.address}
      copy={copy}
      now={dataUpdatedAt}
      isBusy={refresh.isPending}
      // The audit log knows an item by its id.
      refresh={(call) => refresh.mutate(copies.length === 1 ? wanted : { call })}
    />
  ))
}

type CachedCopy = NonNullable<Awaited<ReturnType<typeof client.cached>>>['copies'][number]

/** How a copy is: the color of its badge, and its text. */
const STATES = {
  fresh: { color: 'teal', text: 'isFresh' },
  stale: { color: 'yellow', text: 'isStale' },
  expired: { color: 'gray', text: 'isExpired' },
} as const

type CopyProps = {
  copy: CachedCopy
  /** ms. When the page has read it. */
  now: number
  isBusy: boolean
  refresh: (address: string) => void
}

/** A copy, layer by layer: its state, its age, and for how long it is of use. */
function Copy({ copy: { address, layers }, now, isBusy, refresh }: CopyProps) {
  const { common, texts, language, fill } = usePage('cache')
  const format = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 } as const
  const sizeOf = (bytes: number) => (bytes / 1000).toLocaleString(language, format)
  const ago = (at: string | undefined) => (at === undefined ? '–' : <Ago at={at} now={now} />)
  return (
    <div className="admin-card admin-copy" aria-busy={isBusy}>
      <div className="admin-copy-top">
        <h2>
          <code>{address}</code>
        </h2>
        <SmallButton
          loading={isBusy}
          aria-label={fill(texts.refreshOf, { address })}
          onClick={() => refresh(address)}
        >
          {texts.refresh}
        </SmallButton>
      </div>
      <TableRows
        rows={layers}
        columns={[
          { title: texts.layer, cell: ({ layer }) => common[layer], width: '22%' },
          { title: common.state, cell: (layer) => <State layer={layer} />, width: '30%' },
          { title: texts.age, cell: ({ copy }) => ago(copy?.fetched_at) },
          { title: texts.fresh, cell: ({ copy }) => ago(copy?.fresh_until) },
          { title: texts.kept, cell: ({ copy }) => ago(copy?.kept_until) },
          { title: texts.size, cell: ({ copy }) => (copy ? sizeOf(copy.bytes) : '–'), end: true },
        ]}
        keyOf={({ layer }) => layer}
        label={address}
      />
    </div>
  )
}

function State({ layer: { is_there, copy, failure } }: { layer: CachedCopy['layers'][number] }) {
  const { all, texts, fill } = usePage('cache')
  if (!is_there) return all.overview.missing
  return (
    <>
      {copy ? (
        <Badge variant="light" color={STATES[copy.state].color} c="var(--ink)" tt="none">
          {texts[STATES[copy.state].text]}
        </Badge>
      ) : (
        !failure && texts.nothing
      )}
      {failure && (
        <div className="admin-copy-failure">
          {fill(texts.failure, { reason: failure.message || failure.kind })}
        </div>
      )}
    </>
  )
}
