import type * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import type { OwnChannel } from '../../../shared/schema/own/channels.ts'
import type { OwnGif } from '../../../shared/schema/own/items.ts'
import { channelUrl, userJson } from '../../people/users.ts'
import { type Action, assertCan } from '../actor.ts'
import type { CheckedRequest } from '../call-origin.ts'
import { readerOf } from '../seen-gif.ts'
import type { SiteDeps } from '../site-handlers.ts'
import { type ChannelRow, readChannels } from './channel-rows.ts'

type ShownGif = v.InferOutput<typeof OwnGif>
type Deps = Pick<SiteDeps, 'd1' | 'gifs'> & Pick<CheckedRequest, 'actor' | 'publicUrl'>

/** The GIFs that lists show, in the order of their ids. The provider's answer is what its own calls send. */
export const shownGifs = async (deps: Deps, ids: readonly string[]): Promise<ShownGif[]> =>
  ((await deps.gifs?.shown(ids, readerOf(deps.actor, deps.publicUrl))) ?? []) as ShownGif[]

/** Channels as calls answer them. Where the provider cannot give the GIFs, none is featured. */
export async function channelsJson(
  deps: Deps,
  rows: readonly ChannelRow[],
): Promise<v.InferOutput<typeof OwnChannel>[]> {
  const ids = [...new Set(rows.flatMap(({ featured_id }) => featured_id ?? []))]
  const gifs = await shownGifs(deps, ids).catch(() => [])
  return rows.map(({ user_id: _, featured_id, id, parent, user, ...row }) => ({
    id: String(id),
    parent: parent === null ? '' : String(parent),
    ...row,
    url: channelUrl(row.slug, deps.publicUrl),
    user: user && userJson(user, deps.publicUrl),
    featured_gif: gifs.find((gif) => gif.id === featured_id) ?? null,
  }))
}

const noSuchChannel = () => new AppError('not-found', 'There is no such channel')

/** A channel by its number or slug. @throws AppError 'not-found', also for one that the reader may not see */
export async function channelFor(deps: Deps, id: string, video = true): Promise<ChannelRow> {
  const [row] = await readChannels(deps.d1, { actor: deps.actor, video }, 'one', id)
  if (!row) throw noSuchChannel()
  return row
}

/** The same, for its owner and staff. @throws AppError 'not-found', 'forbidden' (T35) */
export async function ownChannel(deps: Deps, id: string, action: Action = 'edit'): Promise<ChannelRow> {
  const row = await channelFor(deps, id)
  assertCan(deps.actor, action, row)
  return row
}

/** The answer of a call about one channel, as it is now. */
export async function channelAnswer(deps: Deps, id: string | number, video = true) {
  const [answer] = await channelsJson(deps, [await channelFor(deps, String(id), video)])
  if (!answer) throw noSuchChannel()
  return { body: answer }
}
