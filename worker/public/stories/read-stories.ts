import * as v from 'valibot'
import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import { callRequest, upstreamHeaders } from '../../../shared/client/request.ts'
import { AppError, UpstreamError } from '../../../shared/errors.ts'
import { retryAfterOf } from '../../../shared/net/headers.ts'
import { parseJson } from '../../../shared/net/parse-json.ts'
import { isPublished, type StoryView, storyView } from '../../../shared/public/story-view.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { type AppContext, noteTime, readContext } from '../../http/context.ts'
import { familyOf } from '../../upstreams/breaker.ts'
import { send, textOf } from '../../upstreams/send.ts'

/** The reads that pages make. */
type Read = 'storyBySlug' | 'trendingStories' | 'partnerArtistStories' | 'userStories'

/** ms that a page waits: its first byte is due within 3 s. */
const PATIENCE_MS = 2500

type Response<Name extends Read> = v.InferOutput<(typeof gatewayCalls)[Name]['response']>

type Options = {
  /** Who reads, where that shows them more than others. */
  viewer?: SignedInActor
  /** ms, where the page does without it sooner. */
  deadline?: number
}

/**
 * Makes a read of the gateway, embedded or elsewhere, for a page. One elsewhere learns who reads by their id alone (T41).
 * @throws AppError: 'not-found' also where there is no gateway
 */
export async function readGateway<Name extends Read>(
  c: AppContext,
  name: Name,
  fields: Record<string, unknown>,
  { viewer, deadline = PATIENCE_MS }: Options = {},
): Promise<Response<Name>> {
  const upstream = c.get('services').upstreams.gateway
  if (!upstream.transport) throw new AppError('not-found', 'There are no stories here')
  const call = gatewayCalls[name]
  const input = parseInput(call, fields)
  const publicUrl = c.get('publicUrl')
  const user = upstream.namesItsCaller ? viewer?.id : undefined
  const base = upstream.linksToUs ? publicUrl : upstream.base
  const headers = upstreamHeaders(call, { user }, publicUrl)
  const make = (signal: AbortSignal) => callRequest(call, input, { base, headers, signal })
  const response = await send(upstream, make, {
    deadline,
    noteTime: (of, ms) => noteTime(c, of, ms),
    breakerCall: { family: familyOf(call), request: JSON.stringify([input, user]) },
    ...(viewer && { actor: viewer }),
  })
  const { ok, status } = response
  if (!ok) {
    throw new UpstreamError('The stories could not be read', {
      status,
      retryAfter: retryAfterOf(response.headers),
      // What a reader may not see is not there.
      ...((status === 401 || status === 403) && { kind: 'not-found' }),
    })
  }
  const { success, output } = v.safeParse(call.response, parseJson(textOf(response), call.path, status))
  if (!success)
    throw new UpstreamError('The gateway answered with something else', { status, kind: 'upstream' })
  // The name pairs a call with its response, which the compiler can't follow through a union.
  return output as Response<Name>
}

/** A story that every visitor may see, or undefined. */
export async function publishedStory(c: AppContext, slug: string): Promise<Story | undefined> {
  const story = await readGateway(c, 'storyBySlug', { slug }).catch(unlessUnknown)
  return story && isPublished(story, Date.now()) ? story : undefined
}

/** The same as its view. @throws AppError 'not-found' */
export async function publishedView(c: AppContext, slug: string): Promise<StoryView> {
  const story = await publishedStory(c, slug)
  const [view] = story ? await viewsOf(c, [story]) : []
  if (!view) throw new AppError('not-found', 'There is no such story')
  return view
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
}

/** Views of the stories that every visitor may see. */
export const shownIn = (c: AppContext, stories: readonly Story[]): Promise<StoryView[]> =>
  viewsOf(
    c,
    stories.filter((one) => isPublished(one, Date.now())),
  )

/** Views without the GIFs that are gone since the gateway knew them. */
export async function viewsOf(c: AppContext, stories: readonly Story[]): Promise<StoryView[]> {
  const gifs = stories.flatMap(({ gifs, cover_gif }) => [...gifs, ...(cover_gif ? [cover_gif] : [])])
  const ids = gifs.map(({ id }) => id)
  const open = await c.var.services.provider.openIds(ids, readContext(c))
  return stories.map((one) => storyView(one, (id) => open.has(id)))
}

/** How many of a person's stories their channel page shows. */
const LIMIT = 6
/** ms that the page waits for them. */
const STORIES_OF_PATIENCE_MS = 1500

/** A person's newest stories, with their covers. @throws AppError */
export async function storiesOf(c: AppContext, username: string): Promise<StoryView[]> {
  const fields = { username, limit: LIMIT, gif_hydration_method: 'cover_only' }
  const { results } = await readGateway(c, 'userStories', fields, { deadline: STORIES_OF_PATIENCE_MS })
  return shownIn(c, results.slice(0, LIMIT))
}
