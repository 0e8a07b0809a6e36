import { AppError, RateLimitError, UpstreamError } from '../../shared/errors.ts'
import { sha256Hex } from '../../shared/net/bytes.ts'
import { within } from '../../shared/server/deadline.ts'
import type { KeyUse, PartnerKey } from '../../shared/server/origin.ts'
import { Lru } from '../memory.ts'
import { type Restricted, restricted } from '../provider/restricted.ts'
import type { AppContext, Services } from './context.ts'
import { admitPage } from './page-token.ts'
import { addressOf, assertNetworkWithinLimits, networkOf } from './rate-limit.ts'

/** ms that a key's row is used before it is read again, and that its requests are counted over. */
const MINUTE_MS = 60_000
/** Where the database fails, ms until a known key is looked up again, and that a look may take. */
const RETRY_MS = 5000
const READ_MS = 2000

const KEYS = 1000
const KEY = /^[\w-]{43}$/

type KnownKey = { key: PartnerKey; reader: Restricted; readAt: number; since: number; count: number }

/** What an isolate knows of keys, by their hashes. */
type KeyCache = {
  known: Lru<KnownKey>
  /** When a text was found to be no key. */
  unknown: Lru<number>
  /** When a network was found to try too many texts. */
  guessers: Lru<number>
  uses: Map<string, KeyUse>
  countedAt: number
}

const keyCaches = new WeakMap<Services, KeyCache>()

function keyCacheOf(services: Services): KeyCache {
  const known = keyCaches.get(services)
  if (known) return known
  const cache: KeyCache = {
    known: new Lru({ entries: KEYS }),
    unknown: new Lru({ entries: KEYS }),
    guessers: new Lru({ entries: KEYS }),
    uses: new Map(),
    countedAt: -Infinity,
  }
  keyCaches.set(services, cache)
  return cache
}

/**
 * Lets a request go on with what it may read by its key. One of our own pages reads what it lists by a token. The
 * response is for the caller: a shared cache would give it to those without a key, and after the key's end.
 * @throws AppError 'unauthorized' without a key or with an unknown one, 'forbidden' for one that is blocked; RateLimitError;
 *   UpstreamError 'unavailable' where the database fails
 */
export async function pass<T>(c: AppContext, text: string | undefined, goOn: () => Promise<T>): Promise<T> {
  await admit(c, text)
  const done = await goOn()
  const { headers } = done instanceof Response ? done : c.res
  const kept = headers.get('Cache-Control')
  if (kept) headers.set('Cache-Control', kept.replace('public', 'private'))
  return done
}

async function admit(c: AppContext, text: string | undefined): Promise<void> {
  if (!text) return admitPage(c)
  const cache = keyCacheOf(c.get('services'))
  const known = KEY.test(text) ? await findKnown(c, cache, await sha256Hex(text)) : undefined
  if (!known) throw new AppError('unauthorized', 'This is no valid API key')
  const refusal = refusalOf(known, Date.now())
  note(c, cache, known.key.id, refusal !== undefined)
  if (refusal) throw refusal
  c.set('partner', known.reader)
}

/**
 * T33: counts a text that was no key, by networks. A good key is no guess, whose network has many isolates look it up after a
 * deploy. A network that has guessed too often is not looked up for until its minute is over.
 * @throws RateLimitError
 */
async function countGuess(c: AppContext, { guessers }: KeyCache): Promise<void> {
  await assertNetworkWithinLimits(c, ['GUESS_LIMIT', 'GUESS_WIDE_LIMIT'], 'key ').catch((error) => {
    guessers.set(networkOf(addressOf(c)), Date.now())
    throw error
  })
}

function assertNoGuesser(c: AppContext, { guessers }: KeyCache, now: number): void {
  const since = now - (guessers.get(networkOf(addressOf(c))) ?? -Infinity)
  if (since >= MINUTE_MS) return
  throw new RateLimitError('Too many requests: try again in a minute', Math.ceil((MINUTE_MS - since) / 1000))
}

const unavailable = () =>
  new UpstreamError('API keys cannot be checked right now', {
    kind: 'unavailable',
    retryAfter: RETRY_MS / 1000,
  })

async function findKnown(c: AppContext, cache: KeyCache, hash: string): Promise<KnownKey | undefined> {
  const now = Date.now()
  const known = cache.known.get(hash)
  if (known && now - known.readAt < MINUTE_MS) return known
  if (now - (cache.unknown.get(hash) ?? -Infinity) < MINUTE_MS) return undefined
  // Others use what is known meanwhile.
  if (known) known.readAt = now
  else assertNoGuesser(c, cache, now)
  const { partners, provider, upstreams } = c.get('services')
  if (!partners || !upstreams.site.hasAccounts) throw unavailable()
  const key = await findKey(partners, hash).catch(async (error) => {
    console.error('an API key cannot be looked up', error)
    if (!known) await countGuess(c, cache)
    if (!known) throw unavailable()
    known.readAt = now - MINUTE_MS + RETRY_MS
    return known.key
  })
  if (key && key === known?.key) return known
  if (!key) {
    cache.known.delete(hash)
    cache.unknown.set(hash, now)
    if (!known) await countGuess(c, cache)
    return undefined
  }
  // One entry for all looks: of a burst of first requests each counts.
  const entry = cache.known.peek(hash) ?? { since: now, count: 0 }
  const renewed = Object.assign(entry, { key, reader: restricted(provider, key), readAt: now })
  cache.known.set(hash, renewed)
  return renewed
}

const findKey = (partners: NonNullable<Services['partners']>, hash: string) =>
  within(READ_MS, async () => (await partners()).keys.find(hash))

/** Counts a request with a key, and says why it is refused. */
function refusalOf(known: KnownKey, now: number): AppError | undefined {
  const { rate, blocked } = known.key
  if (blocked.includes('*')) return new AppError('forbidden', 'This API key is blocked')
  if (now - known.since >= MINUTE_MS) Object.assign(known, { since: now, count: 0 })
  known.count++
  if (rate === 0 || known.count <= rate) return undefined
  const wait = Math.max(1, Math.ceil((known.since + MINUTE_MS - now) / 1000))
  return new RateLimitError(`This API key has ${rate} requests a minute`, wait)
}

/**
 * Notes a request for staff. One statement a minute and isolate counts them all; what an isolate has not counted when it
 * ends, or where the database fails, is lost, so that nothing is counted twice.
 */
function note(c: AppContext, cache: KeyCache, id: string, isRefused: boolean): void {
  const use = cache.uses.get(id) ?? { id, requests: 0, refused: 0 }
  use.requests++
  if (isRefused) use.refused++
  cache.uses.set(id, use)
  const { partners } = c.get('services')
  const now = Date.now()
  if (!partners || now - cache.countedAt < MINUTE_MS) return
  const uses = [...cache.uses.values()]
  cache.uses.clear()
  cache.countedAt = now
  const counted = (async () => (await partners()).keys.count(uses))()
  c.executionCtx.waitUntil(counted.catch((error) => console.error('requests are not counted', error)))
}
