import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'

type LimitName = 'PINGBACK_LIMIT' | 'ERROR_LIMIT'

/** The network that a limit counts: an IPv4 address, or an IPv6 address's /64, because one household has a whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return groups.slice(0, 4).join(':')
}

/** @throws AppError 'rate-limited'; `what` separates the users of a shared limiter. */
export async function assertWithinLimit(c: Context<App>, binding: LimitName, what = ''): Promise<void> {
  const address = networkOf(c.req.header('CF-Connecting-IP') ?? 'unknown')
  const verdict = await c.env?.[binding]?.limit({ key: what + address }).catch(() => undefined)
  if (verdict && !verdict.success)
    throw new AppError('rate-limited', 'Too many requests: try again in a minute')
}

/** Limits each network to the rate of a platform limiter. Without the binding, or if it fails, nothing is limited. */
export const withinLimit = (binding: LimitName) =>
  createMiddleware<App>(async function withinLimit(c, next) {
    await assertWithinLimit(c, binding)
    await next()
  })
