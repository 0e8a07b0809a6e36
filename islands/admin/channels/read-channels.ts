import type { Channel } from '../../../shared/schema/site-records.ts'
import { client } from '../client.ts'
import { ROOT } from './tree-rows.ts'

/** How many levels a tree has at most. */
const MAX_DEPTH = 8

/** The first part of every key of channels in the cache: a write makes all of them old. */
export const CHANNELS = 'channels'

type Reading = { signal: AbortSignal }

const ownerOf = ({ user }: Channel) => user?.username ?? ''

// The call has the newest first. Places are counted among the root channels of one person.
async function readRoots(reading: Reading): Promise<Channel[]> {
  const list = await client.channels({}, reading)
  return (list?.results ?? []).toSorted(
    (one, other) => ownerOf(one).localeCompare(ownerOf(other)) || one.position - other.position,
  )
}

/** The channels below one, in their order, as a query. */
export const below = (id: string) => ({
  queryKey: [CHANNELS, 'below', id],
  queryFn: async ({ signal }: Reading) =>
    id === ROOT
      ? readRoots({ signal })
      : ((await client.childChannels({ parent: id }, { signal }))?.results ?? []),
})

/** The ids above a channel, the root channel's first, as a query. */
export const pathTo = (id: string) => ({
  queryKey: [CHANNELS, 'path', id],
  async queryFn({ signal }: Reading) {
    const path: string[] = []
    let parent = (await client.channel({ id }, { signal }))?.parent
    while (parent && path.length < MAX_DEPTH) {
      path.unshift(parent)
      parent = (await client.channel({ id: parent }, { signal }))?.parent
    }
    return path
  },
})
