import type { Call } from '../../../shared/calls/call.ts'
import { providerCalls } from '../../../shared/calls/provider.ts'
import {
  CategoryListSchema,
  ChannelListSchema,
  GifListSchema,
  isWrapped,
  OneGifSchema,
} from '../../../shared/schema/provider-response.ts'

type Item = Record<string, unknown>
type Body = { data?: unknown; pagination?: unknown }

/** Whether an item is left out of a response. `isNamed`: its caller named it, and found it in no list. */
export type IsOut = (item: Item, isNamed: boolean) => boolean

const isRecord = (value: unknown): value is Item => typeof value === 'object' && value !== null

/** The field of an entry that has the entry's GIF, in lists of something else. */
const PICTURES = new Map<Call['response'], string>([
  [CategoryListSchema, 'gif'],
  [ChannelListSchema, 'featured_gif'],
])

/** Whether a call's response has GIFs. */
export const hasGifs = ({ response }: Pick<Call, 'response'>): boolean =>
  response === GifListSchema || response === OneGifSchema || PICTURES.has(response)

/** The GIFs of a response. */
export function itemsOf({ response }: Pick<Call, 'response'>, { data }: Body): Item[] {
  if (!isRecord(data)) return []
  if (isWrapped(data)) return itemsOf({ response }, { data: data.gifs })
  if (response === OneGifSchema) return [data].filter((item) => 'id' in item)
  const entries = Object.values(data).filter(isRecord)
  const field = PICTURES.get(response)
  return field ? entries.map((entry) => entry[field]).filter(isRecord) : entries
}

/** A response without the GIFs that are out: the same object where there are none. */
export function leaveOut<B extends Body>(call: Call, body: B, isOut: IsOut): B {
  if (isWrapped(body.data)) {
    const { gifs } = body.data
    const { data, ...rest } = leaveOut(call, { ...body, data: gifs }, isOut)
    return data === gifs ? body : { ...body, ...rest, data: { ...body.data, gifs: data } }
  }
  const isNamed = call === providerCalls.gifs || call === providerCalls.gif
  const out = new Set(itemsOf(call, body).filter((item) => isOut(item, isNamed)))
  const { data, pagination } = body
  if (out.size === 0 || !isRecord(data)) return body
  if (call.response === OneGifSchema) return { ...body, data: [] }
  const field = PICTURES.get(call.response)
  const entries = Object.entries(data)
  const kept = field
    ? entries.map(([key, entry]) => [key, withoutPicture(entry, field, out)] as const)
    : entries.filter(([, item]) => !isRecord(item) || !out.has(item))
  return {
    ...body,
    data: Array.isArray(data) ? kept.map(([, item]) => item) : Object.fromEntries(kept),
    ...(isRecord(pagination) && { pagination: shorter(pagination, entries.length - kept.length) }),
  }
}

const withoutPicture = (entry: unknown, field: string, out: ReadonlySet<Item>) => {
  const picture = isRecord(entry) ? entry[field] : undefined
  return isRecord(entry) && isRecord(picture) && out.has(picture) ? { ...entry, [field]: null } : entry
}

/** As if the list had never had these `lost` items. A count that is no number stays as it is. */
function shorter(pagination: Item, lost: number): Item {
  const less = (value: unknown) => (typeof value === 'number' ? Math.max(value - lost, 0) : value)
  const { count, total_count } = pagination
  return { ...pagination, count: less(count), total_count: less(total_count) }
}
