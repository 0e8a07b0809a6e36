import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { UpstreamError } from '../../../shared/errors.ts'
import type { Cached } from '../../../shared/schema/own/staff.ts'
import { useAdmin } from '../admin-context.ts'
import { Copy } from '../cache/copy.tsx'
import { type Wanted, wantedOf } from '../cache/wanted.ts'
import { client } from '../client.ts'
import { failureText } from '../parts/failure-text.ts'
import { Failed } from '../parts/list.tsx'
import { useSay } from '../parts/messages.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { usePageKeys } from '../parts/use-page-keys.ts'
import { useFilters } from '../place/use-filters.ts'

const FILTERS = { of: '' }

const EXAMPLES = {
  trending: '/v1/gifs/trending?limit=25',
  searches: '/v2/trending/searches',
} as const

/** `/admin/cache`: what is held for an item or a call, where, how old; and a forced refresh. */
export default function CachePage() {
  const texts = useAdmin().texts.cache
  const { filters, change } = useFilters(FILTERS)
  const [typed, setTyped] = useState(filters.of)
  // The way back leads to another.
  useEffect(() => setTyped(filters.of), [filters.of])
  const wanted = wantedOf(filters.of)
  const isWrong = filters.of.trim() !== '' && !wanted
  const look = (of: string) => {
    setTyped(of)
    change({ of: of.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    look(typed)
  }
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      <search>
        <form className="admin-filters admin-look" onSubmit={submit}>
          <TextInput
            type="search"
            label={texts.field}
            description={texts.fieldHint}
            value={typed}
            maxLength={2000}
            error={isWrong && texts.wrong}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit">{texts.look}</Button>
        </form>
      </search>
      {wanted ? (
        <Found key={filters.of} wanted={wanted} />
      ) : (
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
      )}
      <p className="admin-intro admin-aside">{texts.servers}</p>
    </>
  )
}

function Found({ wanted }: { wanted: Wanted }) {
  const { common, cache: texts } = useAdmin().texts
  const say = useSay()
  const queries = useQueryClient()
  const queryKey = ['cached', wanted]
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.cached(wanted, { signal }),
    staleTime: 0,
  })
  const refresh = useMutation({
    mutationFn: (input: Wanted) => client.refreshCached(input),
    onSuccess(after) {
      const isFailed = after?.copies.some(({ layers }) => layers.some(({ failure }) => failure))
      say(isFailed ? { text: texts.doneFailed, isFailure: true } : { text: texts.done })
    },
    onError: (failure) => say({ text: failureText(failure, common), isFailure: true }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const all = () => {
    if (data && !refresh.isPending) refresh.mutate(wanted)
  }
  usePageKeys([['r', all]])
  // The audit log knows an item by its id.
  const one = ({ copies }: Cached, address: string) =>
    refresh.mutate(copies.length === 1 ? wanted : { call: address })
  if (error instanceof UpstreamError && error.status === 400) {
    return (
      <div className="admin-card admin-state" role="alert">
        {texts.wrong}
      </div>
    )
  }
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) {
    return (
      <div className="admin-waiting" role="status" aria-label={common.loading}>
        <i />
        <i />
        <i />
      </div>
    )
  }
  return data.copies.map((copy) => (
    <Copy
      key={copy.address}
      copy={copy}
      now={dataUpdatedAt}
      isBusy={refresh.isPending}
      refresh={(address) => one(data, address)}
    />
  ))
}
