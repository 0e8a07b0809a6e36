/**
 * What Cloudflare's Workers Paid plan costs, in US dollars, by the public price lists as known in this year:
 * https://developers.cloudflare.com/workers/platform/pricing/, and those of KV, R2, D1, Queues there.
 */
export const PRICES_AS_OF = '2025'

/** Dollars a month, whatever is used. */
export const PLAN_DOLLARS = 5

/** A unit's price: dollars for a million, and how many millions a month are included. */
type Price = { perMillion: number; free: number }

export const PRICES = {
  requests: { perMillion: 0.3, free: 10 },
  'CPU, ms': { perMillion: 0.02, free: 30 },
  'KV, reads': { perMillion: 0.5, free: 10 },
  'KV, writes': { perMillion: 5, free: 1 },
  'R2, reads': { perMillion: 0.36, free: 10 },
  'D1, rows read': { perMillion: 0.001, free: 25_000 },
  'D1, rows written': { perMillion: 1, free: 50 },
  'Queues, operations': { perMillion: 0.4, free: 1 },
  'log lines': { perMillion: 0.6, free: 20 },
} as const satisfies Record<string, Price>

export type Unit = keyof typeof PRICES
