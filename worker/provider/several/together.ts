import { providerCalls } from '../../../shared/calls/provider.ts'
import { itemsOf } from '../gone/left-out.ts'
import { inOrderOf } from '../in-order.ts'
import type { ProviderResponse } from '../provider.ts'

type Body = { data?: unknown; pagination?: unknown }

const parsed = ({ bytes }: ProviderResponse) => JSON.parse(new TextDecoder().decode(bytes)) as Body

/**
 * The items of several providers in the order of their ids, each once. Without one that fails nobody keeps the response.
 * @param found what each gave, as we show it
 */
export function together(
  ids: readonly string[],
  found: readonly ProviderResponse[],
  isWhole: boolean,
): ProviderResponse {
  const bodies = found.map(parsed)
  const items = bodies.flatMap((body) => itemsOf(providerCalls.gifs, body))
  const data = inOrderOf(ids, items, ({ id }) => String(id))
  const pagination = { total_count: data.length, count: data.length, offset: 0 }
  return {
    bytes: new TextEncoder().encode(JSON.stringify({ ...bodies[0], data, pagination })),
    state: (['stale', 'miss'] as const).find((state) => found.some((each) => each.state === state)) ?? 'hit',
    age: Math.max(...found.map(({ age }) => age)),
    freshFor: isWhole ? Math.min(...found.map(({ freshFor }) => freshFor)) : 0,
    ...(found.some(({ isPrivate }) => isPrivate) && { isPrivate: true }),
  }
}
