import type { Channel } from '../../../shared/schema/site-records.ts'
import { byStatus, client, isAbout, isConflict, useChange, usePage, useRead } from '../admin.tsx'
import { ROOT_CHANNEL } from './tree-rows.ts'

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
    id === ROOT_CHANNEL
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

/** A channel by its id; '' for none. */
export const useChannel = (id: string) =>
  useRead([CHANNELS, 'one', id], client.channel, { id }, { enabled: id !== '' })

/** Channels with these words in their name, address, owner or description, as a query. */
export const found = (search: string) => ({
  queryKey: [CHANNELS, 'found', search],
  queryFn: async ({ signal }: Reading) =>
    (await client.searchChannels({ search }, { signal }))?.results ?? [],
})

/** A dialog of the page. */
export type ChannelDialog = 'new' | 'edit' | 'move' | 'delete'

/** A position as `moveChannel` has it: a number below the target, or a word from it. */
export type ChannelPosition = { target: string; position: number | string }

type Move = { channel: Channel; to: ChannelPosition; from: ChannelPosition; isUndo?: boolean }

const positionOf = ({ parent, position }: Channel): ChannelPosition => ({
  target: parent || ROOT_CHANNEL,
  position,
})

/** Moves channels; each move can be taken back. @param done after it */
export function useMove(done: () => void) {
  const { texts, hasOwnCalls, fill } = usePage('channels')
  const change = useChange({
    list: CHANNELS,
    write: ({ channel: { id, parent, position: at }, to: { target, position }, isUndo }: Move) =>
      client.moveChannel({
        id,
        position,
        target_channel: target,
        // Where it was seen; where a move is taken back from was not seen.
        ...(hasOwnCalls && !isUndo && { was: JSON.stringify({ parent, position: at }) }),
      }),
    message: ({ channel }) => fill(texts.moved, { name: channel.display_name }),
    undo: ({ channel, to, from }) => ({ channel, to: from, from: to, isUndo: true }),
    failure: (error) =>
      // A site elsewhere is not told what was seen: no room is its only reason.
      hasOwnCalls && isConflict(error) && !isAbout(error, 'target_channel')
        ? undefined
        : byStatus({ 400: texts.belowItself, 404: texts.gone, 409: texts.noRoom })(error),
    done,
  })
  return {
    isPending: change.isPending,
    move: (channel: Channel, to: ChannelPosition) =>
      change.mutate({ channel, to, from: positionOf(channel) }),
  }
}
