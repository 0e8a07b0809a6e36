import type { Context } from 'hono'
import { RateLimitError } from '../../shared/errors.ts'
import type { Bindings, Config } from '../env.ts'

type LimitName = Extract<keyof Bindings, `${string}_LIMIT`>

/** What a limit looks at of a request. */
type Limited = Pick<Context<{ Bindings: Bindings }>, 'env' | 'req'> & {
  get(name: 'services'): { config: Pick<Config, 'TRUST_PROXY'> }
}

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

/** A host that needs no parser. */
const PLAIN_HOST = /^([\w.-]{1,253})(?::\d{1,5})?$/

function hostnameOf(url: string): string {
  const [, , host = ''] = url.split('/', 3)
  return PLAIN_HOST.exec(host)?.[1]?.toLowerCase() ?? new URL(url).hostname
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/

const isIpv4 = (address: string): boolean =>
  IPV4.test(address) && address.split('.').every((part) => Number(part) < 256)

/** An address in the one way that two are compared in; undefined for any other text. */
function canonical(address: string): string | undefined {
  if (isIpv4(address)) return address
  const groups = groupsOf(address)
  return groups && (mappedIpv4(groups) ?? groups.map((group) => group.toString(16)).join(':'))
}

/** Proxies that a request may pass. */
const PROXIES_MAX = 20

/** Whom the proxies saw: the last address that no proxy has. Those before it are what a visitor may have written. */
function forwardedFor(header: string, proxies: readonly string[]): string | undefined {
  const own = new Set(proxies.map(canonical))
  const passed = header
    .split(',')
    .slice(-PROXIES_MAX)
    .map((each) => canonical(each.trim()))
  const at = passed.findLastIndex((each) => each === undefined || !own.has(each))
  return passed[at]
}

/**
 * The visitor's address; `unknown` where no one can be told from others. Only Cloudflare's network replaces a
 * `CF-Connecting-IP` of the visitor's own: it sets `request.cf` and serves names. A proxy of our own says whom it saw in
 * `X-Forwarded-For`, which counts where `TRUST_PROXY` names it.
 */
export function addressOf(c: Limited): string {
  const known = addresses.get(c.req)
  if (known !== undefined) return known
  const address = readAddress(c)
  addresses.set(c.req, address)
  return address
}

// A request is asked by each of its limits.
const addresses = new WeakMap<Limited['req'], string>()

const isFromCloudflare = ({ req }: Limited): boolean =>
  !LOCAL_HOST.test(hostnameOf(req.url)) && 'cf' in req.raw && Boolean(req.raw.cf)

function readAddress(c: Limited): string {
  const { TRUST_PROXY } = c.get('services').config
  const named = c.req.header('CF-Connecting-IP')
  const peer = named && isFromCloudflare(c) ? named : undefined
  const isProxy = !peer || TRUST_PROXY.some((each) => canonical(each) === canonical(peer))
  const seen = TRUST_PROXY.length > 0 && isProxy ? c.req.header('X-Forwarded-For') : undefined
  return (seen && forwardedFor(seen, TRUST_PROXY)) || peer || UNKNOWN
}

/** Whether visitors can be told apart. Else one of them would use up what all have: limits by address are off. */
export const hasAddress = (c: Limited): boolean => addressOf(c) !== UNKNOWN

/** Counts a request under `key`. Without the binding, or if it fails, nothing is limited. @throws RateLimitError */
export async function assertKeyWithinLimit(c: Limited, binding: LimitName, key: string): Promise<void> {
  const verdict = await c.env?.[binding]?.limit({ key }).catch(() => undefined)
  if (verdict && !verdict.success) {
    throw new RateLimitError('Too many requests: try again in a minute', PERIOD_S)
  }
}

/**
 * Counts a request by its network; where no address is known, with all others.
 * @param what separates the users of a shared limiter.
 * @throws RateLimitError
 */
export async function assertWithinLimit(
  c: Limited,
  binding: LimitName,
  what = '',
  groups?: 3 | 4,
): Promise<void> {
  const address = addressOf(c)
  if (address === UNKNOWN) return assertKeyWithinLimit(c, 'TOTAL_LIMIT', `${binding} ${what}`.trim())
  await assertKeyWithinLimit(c, binding, what + networkOf(address, groups))
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
  if (hasAddress(c)) await assertWithinLimit(c, wide, what, 3)
}

/**
 * T44: counts a request to the provider that a visitor's read needs, and says whether it may be made. An IPv6 network
 * counts as its /64 and, with a higher limit, as its /48; then all visitors together. The network first: one over
 * its limit uses up no one else's. T60: a search of our own library counts by network alone, apart from these.
 */
export async function takeFromBudget(c: Limited, of: 'key' | 'library'): Promise<boolean> {
  const what = of === 'key' ? '' : 'library '
  try {
    if (hasAddress(c)) await assertNetworkWithinLimits(c, ['PROVIDER_LIMIT', 'PROVIDER_WIDE_LIMIT'], what)
    if (of === 'key') await assertKeyWithinLimit(c, 'PROVIDER_TOTAL_LIMIT', 'all')
    return true
  } catch (error) {
    if (error instanceof RateLimitError) return false
    throw error
  }
}
