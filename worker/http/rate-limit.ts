import type { Context } from 'hono'
import { RateLimitError } from '../../shared/errors.ts'
import type { Bindings } from '../env.ts'

type LimitName = Extract<keyof Bindings, `${string}_LIMIT`>

/** What a limit looks at of a request. */
type Limited = Pick<Context<{ Bindings: Bindings }>, 'env' | 'req'>

/** The `period` of every limit in `wrangler.toml`, in seconds. */
const PERIOD_S = 60

const UNKNOWN = 'unknown'

/** The eight groups of an IPv6 address; undefined for any other text. */
function groupsOf(address: string): number[] | undefined {
  const host = /^[\da-f:.]{2,45}$/i.test(address) && URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1)
  if (!host) return undefined
  const [before = [], after = []] = host.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

/** The IPv4 address in an IPv4-mapped IPv6 address (`::ffff:192.0.2.7`). */
function mappedIpv4([...groups]: number[]): string | undefined {
  const [high = 0, low = 0] = groups.splice(6)
  const isMapped = groups.join() === [0, 0, 0, 0, 0, 0xffff].join()
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}

/**
 * The network that a limit counts: an IPv4 address, or an IPv6 address's /64, because one household has a whole /64.
 * @param groups how many groups of an IPv6 address count: 3 are a /48, which a provider of servers gives to one customer.
 */
export function networkOf(address: string, groups: 3 | 4 = 4): string {
  const all = groupsOf(address)
  if (!all) return address
  const network = all.slice(0, groups).map((group) => group.toString(16))
  return mappedIpv4(all) ?? network.join(':')
}

// A name of this machine, or a bare address: Cloudflare's network serves neither.
const LOCAL_HOST = /^((.+\.)?localhost|\[.*\]|[\d.]+)$/

/**
 * The visitor's address. Only Cloudflare's network replaces a `CF-Connecting-IP` of the visitor's own: it sets `request.cf`
 * and serves names. Everywhere else no one's address is known.
 */
export function addressOf(c: Limited): string {
  const isCloudflare = 'cf' in c.req.raw && c.req.raw.cf && !LOCAL_HOST.test(new URL(c.req.url).hostname)
  return (isCloudflare && c.req.header('CF-Connecting-IP')) || UNKNOWN
}

/** Limiters that were warned of. */
const warned = new WeakSet()

// Where no address is known all visitors share one counter, and one of them can use it up. Operators must see that.
function warnOfShared(c: Limited, binding: LimitName): void {
  const limiter = c.env[binding]
  if (!limiter || warned.has(limiter)) return
  warned.add(limiter)
  console.warn(JSON.stringify({ kind: 'shared-limit', binding, message: 'Visitors have no known address' }))
}

/** Counts a request under `key`. Without the binding, or if it fails, nothing is limited. @throws RateLimitError */
export async function assertKeyWithinLimit(c: Limited, binding: LimitName, key: string): Promise<void> {
  const verdict = await c.env?.[binding]?.limit({ key }).catch(() => undefined)
  if (verdict && !verdict.success) {
    throw new RateLimitError('Too many requests: try again in a minute', PERIOD_S)
  }
}

/** Counts a request by its network. @param what separates the users of a shared limiter. @throws RateLimitError */
export async function assertWithinLimit(
  c: Limited,
  binding: LimitName,
  what = '',
  groups?: 3 | 4,
): Promise<void> {
  const address = addressOf(c)
  await assertKeyWithinLimit(c, binding, what + networkOf(address, groups)).catch((error) => {
    if (address === UNKNOWN) warnOfShared(c, binding)
    throw error
  })
}

/**
 * The same by two limits: an IPv6 network counts as its /64 and, with a higher limit, as its /48. The narrow one first: who is
 * over it uses up no other network's.
 * @throws RateLimitError
 */
export async function assertNetworkWithinLimits(
  c: Limited,
  [narrow, wide]: readonly [narrow: LimitName, wide: LimitName],
  what = '',
): Promise<void> {
  await assertWithinLimit(c, narrow, what)
  await assertWithinLimit(c, wide, what, 3)
}

/**
 * T44: counts a request to the provider that a visitor's read needs, and says whether it may be made. An IPv6 network
 * counts as its /64 and, with a higher limit, as its /48; then all visitors together. The network first: one over
 * its limit uses up no one else's.
 */
export async function takeFromBudget(c: Limited): Promise<boolean> {
  try {
    await assertNetworkWithinLimits(c, ['PROVIDER_LIMIT', 'PROVIDER_WIDE_LIMIT'])
    await assertKeyWithinLimit(c, 'PROVIDER_TOTAL_LIMIT', 'all')
    return true
  } catch (error) {
    if (error instanceof RateLimitError) return false
    throw error
  }
}
