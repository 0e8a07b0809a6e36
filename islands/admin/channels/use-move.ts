import type { Channel } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { isAbout, isConflict } from '../parts/is-conflict.ts'
import { useChange } from '../parts/use-change.ts'
import { byStatus } from './by-status.ts'
import { CHANNELS } from './read-channels.ts'
import { ROOT } from './tree-rows.ts'

/** A place as `moveChannel` has it: a number below the target, or a word from it. */
export type Place = { target: string; position: number | string }

type Move = { channel: Channel; place: Place; before: Place; isUndo?: boolean }

/** Where a channel is. */
const placeOf = ({ parent, position }: Channel): Place => ({ target: parent || ROOT, position })

/** Moves channels; each move can be taken back. @param done after it */
export function useMove(done: () => void) {
  const { texts: all, checksSeenChannels } = useAdmin()
  const texts = all.channels
  const change = useChange({
    of: CHANNELS,
    write: ({ channel: { id, parent, position: at }, place: { target, position }, isUndo }: Move) =>
      client.moveChannel({
        id,
        position,
        target_channel: target,
        // Where it was seen; what a move is taken back from has been seen by nobody.
        ...(checksSeenChannels && !isUndo && { was: JSON.stringify({ parent, position: at }) }),
      }),
    said: ({ channel }) => interpolate(texts.moved, { name: channel.display_name }),
    undo: ({ channel, place, before }) => ({ channel, place: before, before: place, isUndo: true }),
    failed: (error) =>
      // A site elsewhere is not told what was seen: no room is its only reason.
      checksSeenChannels && isConflict(error) && !isAbout(error, 'target_channel')
        ? undefined
        : byStatus({ 400: texts.belowItself, 404: texts.gone, 409: texts.noRoom })(error),
    done,
  })
  return {
    isPending: change.isPending,
    move: (channel: Channel, place: Place) => change.mutate({ channel, place, before: placeOf(channel) }),
  }
}
