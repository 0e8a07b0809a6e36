import { type Call, prepareCall } from '../../shared/calls/call.ts'
import { checkedBody, providerRequest } from '../../shared/client/response.ts'
import { MAX_IDS, PINGBACK_ID_LENGTH } from '../../shared/limits.ts'
import { hex } from '../../shared/net/bytes.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import { publicMessage } from '../upstreams/public-text.ts'
import { type NoteTime, send, textOf } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import type { Gate } from './gated.ts'
import type { Input } from './layer.ts'
import { firstEntries, type Page } from './page.ts'
import { withoutFlagged } from './visibility.ts'

/** Reads of other calls that a response may be made of, through the cache: their pages, in GIPHY's shape. */
export type CachedReads = {
  /** @throws AppError as any read, and 'invalid-input' where too many reads wait for one another. */
  read(call: Call, input: Input): Promise<Page>
  /** The newest page that any layer of the cache has, however old; undefined where none does. */
  cached(call: Call, input: Input): Promise<Page | undefined>
}

/** How the upstream is read. `deadline` is in ms; `base` is what paths are appended to; `actor` is who is signed in. */
export type LoadOptions = {
  base: string
  deadline?: number | undefined
  noteTime?: NoteTime | undefined
  actor?: SignedInActor | undefined
  cached: CachedReads
}

/** Reads a call's response in GIPHY's shape. `text`: the page's own. @throws AppError: each failure of `shared/errors.ts` */
export type ReadPage = (
  call: Call,
  input: Input,
  options: LoadOptions,
) => Promise<{ page: Page; text?: string }>

/** An upstream that may be asked with our key; '' sends none. */
export type Keyed = { upstream: Upstream; key: string }

/** Reads a provider that speaks GIPHY's shape itself. */
function giphyPages({ upstream, key }: Keyed): ReadPage {
  // §9: random, of 16 characters. Made by the first request: the runtime gives no random numbers before one.
  let pingbackId: string | undefined
  const messageOf = (text: string, status: number) =>
    publicMessage({ upstream: 'provider', status, text }, [key])

  return async function readGiphy(call, input, { base, cached: _, ...options }) {
    pingbackId ??= hex(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH / 2)))
    const address = { base, key, pingbackId }
    const make = (signal: AbortSignal) => providerRequest(address, call, input, signal)
    const { actor, ...times } = options
    const response = await send(upstream, make, { ...times, ...(actor && { actor }) })
    const text = textOf(response)
    const { pathname } = new URL(base + prepareCall(call, input).path)
    return { text, page: checkedBody(response, text, pathname, messageOf) }
  }
}

/** Loaded by the first read, for a provider that does not speak GIPHY's shape. */
export type Shape = { name: string; load: () => ReadPage | Promise<ReadPage> }

/**
 * Reads what a copy is made of: the upstream's response without what its own flags rule out, and with no more items than the
 * call may have, which is the `limit` of the input, else 100. It is written once.
 */
export function createLoad(keyed: Keyed, gate: Gate, shape: Shape | undefined) {
  const readGiphy = giphyPages(keyed)
  return async function load(call: Call, input: Input, options: LoadOptions) {
    const { actor } = options
    if (!actor) gate.assertOpen(input)
    const read = shape ? await shape.load() : readGiphy
    const { page: whole, text } = await read(call, input, options)
    const open = withoutFlagged(call, whole, actor && gate)
    const page = firstEntries(call, open, typeof input.limit === 'number' ? input.limit : MAX_IDS)
    return { page, text: page === whole && text !== undefined ? text : JSON.stringify(page) }
  }
}
