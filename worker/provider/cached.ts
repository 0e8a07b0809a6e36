import { type Call, prepareCall, ROLE_RANK } from '../../shared/calls/call.ts'
import { AppError } from '../../shared/errors.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import { familyOf } from '../upstreams/breaker.ts'
import { cacheKey } from './cache/cache-key.ts'
import { textOfCopy } from './cache/envelope.ts'
import { READ_MS } from './cache/flights.ts'
import type { LayeredCache, Load } from './cache/layered-cache.ts'
import { withoutCopies } from './cache/load-limits.ts'
import type { CachedLayer } from './cache/stores.ts'
import type { Gate, Gateable } from './gated.ts'
import {
  derived,
  type Input,
  oldestOf,
  type ReadContext,
  type Reply,
  replyOfCopy,
  replyOfPage,
} from './layer.ts'
import { type CachedReads, createLoad, type Keyed, type Shape } from './load.ts'
import { cutWindow, isGap, type ListWindow, type Page } from './page.ts'
import { assertInList, PAGE_SIZE, pagesOfWindow } from './page-grid.ts'

/**
 * `shape` is for a provider that does not speak GIPHY's. `idSpace` tells its copies from those of another one at the same
 * address.
 */
export type CachedDeps = Keyed & {
  cache: LayeredCache
  gate: Gate
  shape?: Shape | undefined
  idSpace?: string | undefined
}

/** How many reads may wait for one another: pages of a list that has no numbers, each with the place where the next begins. */
const MAX_DEPTH = 8

/** Pages of a list without any item that one read passes over. */
const MAX_GAPS = 3

/** Who links to us is addressed by the page's own origin. */
const baseFor = ({ upstream }: Keyed, { publicUrl }: ReadContext) =>
  upstream.linksToUs ? publicUrl : upstream.base

const budgetOf = ({ upstream }: Keyed, { mayLoad }: ReadContext) => (upstream.needsKey ? mayLoad : undefined)

/** The provider's copies, by call and input (§7, §9). A response may be made of other copies: then it is as old as the oldest. */
function createCopies(deps: CachedDeps, load: ReturnType<typeof createLoad>) {
  const { cache, gate, upstream, shape, idSpace } = deps

  // The library's copies from before an item was restored are without it. A provider's have it: the gate took it out. Two
  // shapes at one address have different ids.
  const keyOf = (call: Call, input: Input, context: ReadContext) => {
    const since = upstream.leavesOutHidden ? gate.generation() : shape?.name
    const words = [since, idSpace].filter(Boolean).map((word) => `#${word}`)
    return cacheKey(baseFor(deps, context) + words.join(''), prepareCall(call, input))
  }

  const loadOf =
    (call: Call, input: Input, context: ReadContext, depth = 0): Load =>
    async () => {
      let t0 = Infinity
      const cached = readsOf(context, depth + 1, (age) => {
        t0 = Math.min(t0, age)
      })
      const { text } = await load(call, input, optionsOf(deps, context, cached))
      return { text, t0 }
    }

  const read = async (call: Call, input: Input, context: ReadContext, depth = 0, refresh = false) => {
    const { waitUntil } = context
    const mayLoad = refresh ? undefined : budgetOf(deps, context)
    const options = { waitUntil, family: familyOf(call), mayLoad, refresh }
    const copy = cache.read(keyOf(call, input, context), loadOf(call, input, context, depth), options)
    return replyOfCopy(await copy)
  }

  /** Reads that a response may be made of. @param note gets the age of each */
  const readsOf = (context: ReadContext, depth = 1, note = (_t0: number) => {}): CachedReads => ({
    async read(call, input) {
      if (depth > MAX_DEPTH) throw tooDeep()
      const { body, t0 } = await read(call, input, context, depth)
      note(t0)
      return body.page
    },
    cached: async (call, input) => newestPage(await cache.cachedLayers(keyOf(call, input, context))),
  })

  /** What the layers have of a copy. */
  async function cachedCopy(call: Call, input: Input, context: ReadContext) {
    const { path, fields } = prepareCall(call, input)
    const query = String(new URLSearchParams(fields))
    const layers = await cache.cachedLayers(keyOf(call, input, context))
    return { address: query ? `${path}?${query}` : path, layers }
  }

  return { read, readsOf, cachedCopy }
}

const optionsOf = (keyed: Keyed, context: ReadContext, cached: CachedReads) => ({
  base: baseFor(keyed, context),
  noteTime: context.noteTime,
  cached,
})

/** The newest of a copy's layers, parsed: it was JSON when it was stored. Undefined where no layer has one. */
function newestPage(layers: readonly CachedLayer[]): Page | undefined {
  const [newest] = layers.flatMap(({ copy }) => copy ?? []).sort((a, b) => b.t0 - a.t0)
  return newest && (JSON.parse(textOfCopy(newest)) as Page)
}

/**
 * One provider behind the cache. Of its lists fixed pages alone are read; the library, which costs no key, gives each window
 * itself.
 */
export function cachedLayer(deps: CachedDeps): Gateable {
  const { upstream, gate, shape } = deps
  const load = createLoad(deps, gate, shape)
  const copies = createCopies(deps, load)

  const gridOf = (call: Call, input: Input) => {
    assertInList(call, input)
    return upstream.needsKey ? pagesOfWindow(call, input) : undefined
  }

  const pagesOf = (call: Call, input: Input): Input[] => gridOf(call, input)?.pages ?? [input]

  async function readList(call: Call, input: Input, context: ReadContext, gaps = MAX_GAPS): Promise<Reply> {
    const grid = gridOf(call, input)
    if (!grid) return copies.read(call, input, context)
    const { window, pages } = grid
    const found = cutFrom(await Promise.all(pages.map((page) => copies.read(call, page, context))), window)
    // Only of another shape's list are items left out, with the word that it goes on; clients take an empty page for the last.
    if (!shape || gaps === 0 || !found.made.once('is gap', () => isGap(found.body.page))) return found
    const offset = window.start - window.from + pages.length * PAGE_SIZE
    return readList(call, { ...input, offset }, context, gaps - 1)
  }

  async function loadNow(call: Call, input: Input, context: ReadContext, actor?: SignedInActor) {
    const options = optionsOf(deps, context, copies.readsOf(context))
    return load(call, input, { ...options, actor, deadline: READ_MS })
  }

  async function readUncached(call: Call, input: Input, context: ReadContext): Promise<Reply> {
    const mayLoad = budgetOf(deps, context)
    const loading = () => loadNow(call, input, context)
    const { page, text } = await withoutCopies({ upstream, call, input, mayLoad, load: loading })
    return replyOfPage(page, undefined, text)
  }

  return {
    read: (call, input, context) =>
      call.cache === 'never' ? readUncached(call, input, context) : readList(call, input, context),

    // Who knows an item's owner has decided. Of another provider's items no one here is the owner.
    mayShowHidden: ({ role }) => upstream.knowsOwners || ROLE_RANK[role] >= ROLE_RANK.moderator,

    async readFor(viewer, call, input, context) {
      const { page, text } = await loadNow(call, input, context, viewer)
      return replyOfPage(page, undefined, text)
    },

    async renew(call, inputs, context) {
      const pages = inputs.flatMap((input) => pagesOf(call, input))
      await Promise.allSettled(pages.map((page) => copies.read(call, page, context, 0, true)))
    },

    cachedCopies: (call, input, context) =>
      Promise.all(pagesOf(call, input).map((page) => copies.cachedCopy(call, page, context))),
  }
}

/** The window's part of its pages, which is made once per copy. A whole page is the copy itself. */
function cutFrom(found: readonly Reply[], window: ListWindow): Reply {
  const [first, ...others] = found
  if (!first) throw new RangeError('A window has a page')
  if (window.from === 0 && window.count === PAGE_SIZE) return first
  const name = `${window.from}+${window.count}@${others.map(({ t0 }) => t0)}`
  const t0 = Math.min(...found.map((page) => page.t0))
  const toPage = () =>
    cutWindow(
      found.map(({ body }) => body.page),
      window,
      PAGE_SIZE,
    )
  return derived({ ...first, ...oldestOf(found), t0 }, name, toPage)
}

const tooDeep = () =>
  new AppError('invalid-input', 'The provider’s lists are read page by page: offset is too far ahead')
