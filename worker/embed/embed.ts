import { mediaOrigins, toEmbedView } from '../../shared/gif/embed-view.ts'
import { PRIVATE_HEADERS } from '../../shared/net/headers.ts'
import { KnownHeaders } from '../../shared/net/known-headers.ts'
import { thrifty } from '../../shared/picture/sizes.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import { asked } from '../http/asked.ts'
import { type AppContext, gifOfSlug, reply, type Services, viewerContext } from '../http/context.ts'
import { toFailure } from '../http/errors.ts'
import { pageStream } from '../render/document.ts'
import {
  embedMemo,
  lastSent,
  pageNames,
  type RenderedEmbed,
  TRACKING_SLOT,
  trackingOf,
  trackingText,
} from '../render/page-memo.ts'
import { type EmbedOptions, embedHeaders, embedOptions, embedPolicy } from './policy.ts'

// React is loaded by the first page that is rendered.
const pages = lazyModule(() => import('./page.tsx'))

/**
 * `/embed/{slug-or-id}` (§2); a hidden item's for who may see it, and for no cache. The GIF is read first, because it decides the status. A page that is drawn now leaves in two
 * parts, the first before the extras are drawn; one that an isolate has drawn already leaves whole.
 */
export async function embed(c: AppContext): Promise<Response> {
  const services = c.get('services')
  const found = await gifOfSlug(c, viewerContext(c))
  const { gif, made, state, age, isPrivate } = found
  c.set('lists', `related ${gif.id}`)

  const { options, names, tracking } = isPrivate ? uncounted(askedOf(c)) : askedOf(c)
  const drawn = embedMemo.get(made, names)
  const { headers, pieces, rest }: EmbedStart = drawn ?? (await draw(gif, options, services))
  const keep = (end: readonly string[]) =>
    embedMemo.set(made, names, { headers, pieces: joinPieces(pieces, end) })
  const body = rest
    ? pageStream(pieces.join(tracking), () => rest(keep).join(tracking))
    : lastSent(made, names, tracking, () => encoder.encode(pieces.join(tracking)))
  const own: Record<string, string> = { 'x-cache': state, Age: String(age) }
  // Of an item that no list has.
  if (isPrivate || !found.isListed) own['X-Robots-Tag'] = 'noindex'
  return reply(c, body, 200, isPrivate ? { ...own, ...PRIVATE_HEADERS } : own, headers)
}

/** A page by its options, and what is inserted in it. */
const pageOf = (options: EmbedOptions, tracking: string) => ({
  options,
  names: pageNames('embed', Object.values(options).join(' ')),
  tracking,
})

const askedOf = asked((c) => pageOf(embedOptions(c), trackingText(c)))

/** What is hidden is not counted. */
const uncounted = ({ options, tracking }: ReturnType<typeof pageOf>) =>
  pageOf({ ...options, optedOut: true }, tracking)

const encoder = new TextEncoder()

/** A page whose `pieces` are its start alone; `rest` draws the others, and `keep` gets them if that went well. */
type EmbedStart = RenderedEmbed & { rest?: (keep: (pieces: readonly string[]) => void) => readonly string[] }

async function draw(
  gif: Gif,
  { optedOut, savesData, publicUrl, origin, ...options }: EmbedOptions,
  { config, upstreams }: Pick<Services, 'config' | 'upstreams'>,
): Promise<EmbedStart> {
  const whole = toEmbedView(gif, { publicUrl, tracking: TRACKING_SLOT })
  const view = savesData ? { ...whole, picture: thrifty(whole.picture) } : whole
  const origins = mediaOrigins(gif)
  const tracked = optedOut ? undefined : trackingOf(gif, config, upstreams.gateway.transport !== undefined)
  const { cssOf, embedRest, embedStart, plainRest, propsOf } = await pages()
  const page = { view, tracked, ...options, props: propsOf(view, config.BRAND_NAME, options.language) }
  const policy = embedPolicy({
    origin,
    media: config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : origins,
    css: cssOf(options.layout, view),
    tracked,
    film: view.film?.host,
  })
  return {
    pieces: embedStart(page).split(TRACKING_SLOT),
    rest(keep) {
      try {
        const pieces = embedRest(page).split(TRACKING_SLOT)
        keep(pieces)
        return pieces
      } catch (error) {
        // Logged. The status has left: what cannot be drawn is missing from a page that works, and the next request draws it again.
        toFailure(error)
        return plainRest(page).split(TRACKING_SLOT)
      }
    },
    headers: new KnownHeaders(embedHeaders(optedOut || savesData, policy, origins, config.MEDIA_HOSTS)),
  }
}

/** The pieces of a page's start and of its end, split at its slots: the last of the one and the first of the other are one. */
const joinPieces = (start: readonly string[], end: readonly string[]): readonly string[] => [
  ...start.slice(0, -1),
  `${start.at(-1)}${end[0]}`,
  ...end.slice(1),
]
