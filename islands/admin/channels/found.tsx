import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Failed } from '../parts/list.tsx'
import { CHANNELS } from './read-channels.ts'
import { Hidden, Waiting } from './tree.tsx'

/** Channels whose name, address, owner or description holds the words, as a query. */
export const found = (search: string) => ({
  queryKey: [CHANNELS, 'found', search],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await client.searchChannels({ search }, { signal }))?.results ?? [],
})

type Props = { search: string; selected: string; select: (id: string) => void; clear: () => void }

/** What a search finds, in the place of the tree. */
export function Found({ search, selected, select, clear }: Props) {
  const { common, channels: texts } = useAdmin().texts
  const { data, error, refetch } = useQuery(found(search))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.length === 0) {
    return (
      <div className="admin-state">
        <span role="status">{common.noMatch}</span>
        <Button variant="default" onClick={clear}>
          {common.clear}
        </Button>
      </div>
    )
  }
  return (
    <ul className="admin-tree" aria-label={texts.found}>
      {data.map(({ id, display_name, is_visible, user }) => (
        <li key={id}>
          <button
            type="button"
            className="admin-found"
            aria-current={id === selected}
            onClick={() => select(id)}
          >
            <bdi>{display_name}</bdi>
            {user && <bdi className="admin-soft">@{user.username}</bdi>}
            {!is_visible && <Hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
