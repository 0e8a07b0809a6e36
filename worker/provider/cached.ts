import { type Call, prepareCall, ROLE_RANK } from '../../shared/calls/call.ts'
import { AppError } from '../../shared/errors.ts'
import { CACHE_MS, MAX_IDS } from '../../shared/limits.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import { familyOf } from '../upstreams/breaker.ts'
import { publicMessage } from '../upstreams/failure.ts'
import { send, textOf } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { textOfCopy } from './cache/envelope.ts'
import { READ_MS } from './cache/flights.ts'
import type { LayeredCache } from './cache/layered-cache.ts'
import { type CachedLayer, cacheKey } from './cache/stores.ts'
import type { Gate, Gateable } from './gated.ts'
import {
  type CachedReads,
  type Input,
  type ReadContext,
  type ReadPage,
  type Reply,
  replyOfCopy,
  replyOfPage,
} from './layer.ts'
import type { LibraryVersion } from './library-version.ts'
import { firstEntries, namesGifs, type Page } from './page.ts'
import { withSecurePictures } from './secure-pictures.ts'
import { giphyPages } from './shapes/giphy.ts'
import { withoutFlagged } from './visibility.ts'

export type CopiesDeps = {
  upstream: Upstream
  /** Ours at the upstream; '' sends none. */
  key: string
  cache: LayeredCache
  gate: Gate
  /** Of the embedded library, whose lists are fresh as long as nothing has changed. The first list loads it. */
  version?: (() => LibraryVersion | Promise<LibraryVersion>) | undefined
  /** Of a provider that does not speak GIPHY's shape. The first read loads it. */
  shape?: { name: string; load: () => ReadPage | Promise<ReadPage> } | undefined
  /** Tells its copies from those of another provider at the same address. */
  idSpace?: string | undefined
}

/** How many reads may wait for one another: pages of a list that has no numbers, each with the place where the next begins. */
const MAX_DEPTH = 8

/** Pages of a list without any item that one read passes over. */
const MAX_GAPS = 3

/** Keys that inputs came to. Those of clients who repeat theirs are kept, and none changes. */
const keys = new WeakMap<Input, { call: Call; base: string; key: string }>()

/** What lists of fixed pages need. An item by its id needs none of it. */
const grid = lazyModule(() => import('./page-grid.ts'))

/** One provider behind the cache, by call and input (§7, §9): fixed pages of lists, but for the keyless library. */
export class ProviderCopies implements Gateable {
  readonly #deps: CopiesDeps
  readonly #readGiphy = giphyPages()

  constructor(deps: CopiesDeps) {
    this.#deps = deps
  }

  read(call: Call, given: Input, context: ReadContext): Promise<Reply> {
    const input = this.#asked(given)
    return call.cache === 'never' ? this.#readNow(call, input, context) : this.#readList(call, input, context)
  }

  async #readNow(call: Call, input: Input, context: ReadContext): Promise<Reply> {
    const known = { family: familyOf(call), request: JSON.stringify(input) }
    const load = () => this.#loadNow(call, input, context)
    const { page, text } = await this.#deps.cache.readUncached(known, load, this.#budgetOf(input, context))
    return replyOfPage(page, undefined, text)
  }

  // Our library alone features items, and corrects words.
  #asked(input: Input): Input {
    const asksOurs = input.featured !== undefined || input.exact !== undefined
    if (!asksOurs || this.#deps.upstream.hasFeatured) return input
    const { featured, exact, ...asked } = input
    return asked
  }

  // Who knows an item's owner has decided. Of another provider's items no one here is the owner.
  mayShowHidden({ role }: SignedInActor): boolean {
    return this.#deps.upstream.knowsOwners || ROLE_RANK[role] >= ROLE_RANK.moderator
  }

  async readFor(viewer: SignedInActor, call: Call, input: Input, context: ReadContext): Promise<Reply> {
    const { page, text } = await this.#loadNow(call, input, context, viewer)
    return replyOfPage(page, undefined, text)
  }

  async renew(call: Call, inputs: readonly Input[], context: ReadContext): Promise<void> {
    const pages = await Promise.all(inputs.map((input) => this.#pagesOf(call, this.#asked(input))))
    await Promise.allSettled(pages.flat().map((page) => this.#readCopy(call, page, context, 0, true)))
  }

  async cachedCopies(call: Call, input: Input, context: ReadContext) {
    const copies = (await this.#pagesOf(call, this.#asked(input))).map(async (page) => {
      const { path, fields } = prepareCall(call, page)
      const query = String(new URLSearchParams(fields))
      return { address: query ? `${path}?${query}` : path, layers: await this.#layersOf(call, page, context) }
    })
    return Promise.all(copies)
  }

  #readList(call: Call, input: Input, context: ReadContext, gaps = MAX_GAPS): Promise<Reply> {
    return isPart(input) ? this.#readPages(call, input, context, gaps) : this.#readCopy(call, input, context)
  }

  async #readPages(call: Call, input: Input, context: ReadContext, gaps: number): Promise<Reply> {
    const found = await this.#gridOf(call, input)
    if (!found) return this.#readCopy(call, input, context)
    const { window, pages } = found
    const { cutFrom, isGap, nextOffset } = await grid()
    const copies = await Promise.all(pages.map((page) => this.#readCopy(call, page, context)))
    const part = cutFrom(copies, window)
    // Only of another shape's list are items left out, with the word that it goes on; clients take an empty page for the last.
    const isOver = !this.#deps.shape || gaps === 0
    if (isOver || !part.made.once('is gap', () => isGap(part.body.page))) return part
    return this.#readList(call, { ...input, offset: nextOffset(window, pages) }, context, gaps - 1)
  }

  async #gridOf(call: Call, input: Input) {
    if (!isPart(input)) return undefined
    const { assertInList, pagesOfWindow } = await grid()
    assertInList(call, input)
    return this.#deps.upstream.needsKey ? pagesOfWindow(call, input) : undefined
  }

  async #pagesOf(call: Call, input: Input): Promise<Input[]> {
    return (await this.#gridOf(call, input))?.pages ?? [input]
  }

  async #readCopy(call: Call, input: Input, context: ReadContext, depth = 0, refresh = false) {
    const { waitUntil } = context
    const versions = namesGifs(call) ? undefined : this.#deps.version
    const version = versions && (await (await versions()).now(waitUntil))
    const key = this.#keyOf(call, input, context)
    const hit = refresh ? undefined : this.#deps.cache.hit(key, version)
    if (hit) return freshAs(version, replyOfCopy(hit))
    // A response may be made of other copies: then it is as old as the oldest.
    const load = async () => {
      let t0 = Infinity
      const cached = this.#readsFrom(context, depth + 1, (age) => {
        t0 = Math.min(t0, age)
      })
      const { text } = await this.#load(call, input, context, { cached })
      return { text, t0 }
    }
    const mayLoad = refresh ? undefined : this.#budgetOf(input, context)
    const options = { waitUntil, family: familyOf(call), mayLoad, refresh, version }
    return freshAs(version, replyOfCopy(await this.#deps.cache.read(key, load, options)))
  }

  /** Reads that a response may be made of. @param note gets the age of each */
  #readsFrom(context: ReadContext, depth = 1, note = (_t0: number) => {}): CachedReads {
    return {
      read: async (call, input) => {
        if (depth > MAX_DEPTH) throw tooDeep()
        const { body, t0 } = await this.#readCopy(call, input, context, depth)
        note(t0)
        return body.page
      },
      cached: async (call, input) => newestPage(await this.#layersOf(call, input, context)),
    }
  }

  #layersOf(call: Call, input: Input, context: ReadContext): Promise<CachedLayer[]> {
    return this.#deps.cache.cachedLayers(this.#keyOf(call, input, context))
  }

  // The library's copies from before an item was restored are without it. A provider's have it: the gate took it out. Two
  // shapes at one address have different ids.
  #keyOf(call: Call, input: Input, context: ReadContext): string {
    const { upstream, gate, shape, idSpace } = this.#deps
    const since = upstream.leavesOutHidden ? gate.log?.generation : shape?.name
    const base = this.#baseFor(context) + (since ? `#${since}` : '') + (idSpace ? `#${idSpace}` : '')
    const known = keys.get(input)
    if (known?.call === call && known.base === base) return known.key
    const key = cacheKey(base, prepareCall(call, input))
    keys.set(input, { call, base, key })
    return key
  }

  /** Who links to us is addressed by the page's own origin. */
  #baseFor({ publicUrl }: ReadContext): string {
    const { linksToUs, base } = this.#deps.upstream
    return linksToUs ? publicUrl : base
  }

  /** Of the library it is its searches that cost: words are a stranger's choice, and ids and lists are few. */
  #budgetOf({ q }: Input, { mayLoad }: ReadContext): (() => Promise<boolean>) | undefined {
    if (!mayLoad) return undefined
    if (this.#deps.upstream.needsKey) return () => mayLoad('key')
    return typeof q === 'string' ? () => mayLoad('library') : undefined
  }

  #loadNow(call: Call, input: Input, context: ReadContext, actor?: SignedInActor) {
    return this.#load(call, input, context, { cached: this.#readsFrom(context), actor, deadline: READ_MS })
  }

  /**
   * What a copy is made of: the upstream's response without what its own flags rule out, and with no more items than the call may
   * have, which is the `limit` of the input, else 100. It is written once.
   * @param how `deadline` is in ms, `actor` is who is signed in
   */
  async #load(
    call: Call,
    input: Input,
    context: ReadContext,
    {
      cached,
      actor,
      deadline,
    }: { cached: CachedReads; actor?: SignedInActor | undefined; deadline?: number },
  ): Promise<{ page: Page; text: string }> {
    const { upstream, key, gate, shape } = this.#deps
    if (!actor) gate.assertOpen(input)
    const readPage = shape ? await shape.load() : this.#readGiphy
    const { page: read, text } = await readPage(call, input, {
      base: this.#baseFor(context),
      key,
      path: prepareCall(call, input).path,
      send: async (make) => {
        const response = await send(upstream, make, {
          deadline,
          noteTime: context.noteTime,
          ...(actor && { actor }),
        })
        return { ...response, text: textOf(response) }
      },
      messageOf: (said, status) => publicMessage({ upstream: 'provider', status, text: said }, [key]),
      cached,
    })
    // The library's own files are where we are, which may be http.
    const whole = upstream.linksToUs ? read : withSecurePictures(read)
    const open = withoutFlagged(call, whole, actor && gate)
    const page = firstEntries(call, open, typeof input.limit === 'number' ? input.limit : MAX_IDS)
    return { page, text: page === read && text !== undefined ? text : JSON.stringify(page) }
  }
}

/** Whether an input asks for a part of a list. */
const isPart = ({ limit, offset }: Input): boolean => limit !== undefined || offset !== undefined

/** A list of the library's is fresh for as long as its version is known. */
function freshAs(version: number | undefined, reply: Reply): Reply {
  if (version !== undefined) reply.freshFor = Math.min(reply.freshFor, CACHE_MS.libraryList / 1000)
  return reply
}

/** The newest of a copy's layers, parsed: it was JSON when it was stored. Undefined where no layer has one. */
function newestPage(layers: readonly CachedLayer[]): Page | undefined {
  const [newest] = layers.flatMap(({ copy }) => copy ?? []).sort((a, b) => b.t0 - a.t0)
  return newest && (JSON.parse(textOfCopy(newest)) as Page)
}

const tooDeep = () =>
  new AppError('invalid-input', 'The provider’s lists are read page by page: offset is too far ahead')
