import type { Call } from '../../shared/calls/call.ts'
import { MAX_IDS } from '../../shared/limits.ts'
import { OneGifSchema } from '../../shared/schema/provider-response.ts'

type Body = { data?: unknown; pagination?: unknown }

/**
 * A provider's response with no more items than its call may have: the `limit` of the input, else 100. The text itself
 * where it has no more. `data` is a list or an object of items (§3).
 */
export function cutItems(
  text: string,
  body: Body,
  { response }: Pick<Call, 'response'>,
  { limit }: Record<string, unknown>,
): string {
  const { data, pagination } = body
  // One item's fields are no items.
  if (response === OneGifSchema || typeof data !== 'object' || data === null) return text
  const max = typeof limit === 'number' ? limit : MAX_IDS
  const entries = Object.entries(data)
  if (entries.length <= max) return text
  const kept = entries.slice(0, max)
  return JSON.stringify({
    ...body,
    data: Array.isArray(data) ? kept.map(([, item]) => item) : Object.fromEntries(kept),
    // The next page starts after what is left.
    ...(typeof pagination === 'object' && { pagination: { ...pagination, count: max } }),
  })
}
