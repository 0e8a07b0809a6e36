import type { Call } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { isId } from '../../shared/gif/item-path.ts'
import { own } from '../../shared/own.ts'
import {
  CategoryListSchema,
  ChannelListSchema,
  GifListSchema,
  isWrapped,
  OneGifSchema,
} from '../../shared/schema/provider-response.ts'

/** An entry of a response as it came: a GIF, or what a list of something else has. */
export type PageEntry = Readonly<Record<string, unknown>>

/** A response in GIPHY's shape (§3); its entries can be under `gifs`. It is shared: functions return another one. */
export type Page = { readonly data?: unknown; readonly pagination?: unknown }

type Answers = Pick<Call, 'response'>

export const isRecord = (value: unknown): value is PageEntry => typeof value === 'object' && value !== null

/** The entries of a page's `data` with their keys, whichever form it has. */
export function entriesOf(data: unknown): [key: string, entry: unknown][] {
  if (isWrapped(data)) return entriesOf(data.gifs)
  return isRecord(data) ? Object.entries(data) : []
}

/** `data` with these entries in place of its, in the same form. */
export function withEntries(
  data: unknown,
  entries: readonly (readonly [key: string, entry: unknown])[],
): unknown {
  if (isWrapped(data)) return { ...data, gifs: withEntries(data.gifs, entries) }
  return Array.isArray(data) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries)
}

const less = (value: unknown, lost: number) => (typeof value === 'number' ? Math.max(value - lost, 0) : value)
const more = (value: unknown, by: number) => (typeof value === 'number' ? value + by : value)

/** What a page says of its place in its list once `lost` of its `had` entries are left out. What is no number stays as it is. */
const COUNTS = {
  /** As if the list had never had them: `total_count` is less too. */
  'never there': (place: PageEntry, lost: number): PageEntry => ({
    ...place,
    count: less(place.count, lost),
    total_count: less(place.total_count, lost),
  }),
  /** The page ends where it did, for clients that go on at `offset` plus `count`. */
  'same end': (place: PageEntry, lost: number): PageEntry => ({
    ...place,
    count: less(place.count, lost),
    offset: more(place.offset, lost),
  }),
  /** The page ends earlier: what is cut off is on the next one. */
  cut: (place: PageEntry, lost: number, had: number): PageEntry => ({ ...place, count: had - lost }),
  /** As the provider says: no one reads an item twice. It says that the list goes on, as clients need (`docs/wire.md`). */
  'same place': (place: PageEntry, _: number, had: number): PageEntry => ({
    ...place,
    ...(Number(place.offset ?? 0) + had < Number(place.total_count) && { hasMoreGifs: true }),
  }),
  /** Nothing is said of it: words have no pages. */
  untouched: (place: PageEntry): PageEntry => place,
} as const

/** How a page's counts follow when entries are left out. */
export type CountRule = keyof typeof COUNTS

/** A page with each entry changed. @param change undefined leaves the entry out */
export function mapEntries<P extends Page>(
  page: P,
  rule: CountRule,
  change: (entry: unknown, at: number) => unknown,
): P {
  const entries = entriesOf(page.data)
  const changed = entries.map(([key, entry], at) => [key, change(entry, at)] as const)
  if (changed.every(([, entry], at) => entry === entries[at]?.[1])) return page
  const kept = changed.filter(([, entry]) => entry !== undefined)
  const { pagination } = page
  const lost = entries.length - kept.length
  return {
    ...page,
    data: withEntries(page.data, kept),
    ...(isRecord(pagination) && { pagination: COUNTS[rule](pagination, lost, entries.length) }),
  }
}

/** A list without the entries that `keep` is false for. */
export const filterEntries = <P extends Page>(
  page: P,
  rule: CountRule,
  keep: (entry: unknown, at: number) => boolean,
): P => mapEntries(page, rule, (entry, at) => (keep(entry, at) ? entry : undefined))

/** The field of an entry that has the entry's GIF, in lists of something else. */
const PICTURES = new Map<Call['response'], string>([
  [CategoryListSchema, 'gif'],
  [ChannelListSchema, 'featured_gif'],
])

/** Whether a call's response has GIFs. */
export const hasGifs = ({ response }: Answers): boolean =>
  response === GifListSchema || response === OneGifSchema || PICTURES.has(response)

/** Whether a call names its GIFs: what may not be listed is found all the same. */
export const namesGifs = (call: Call): boolean => call === providerCalls.gif || call === providerCalls.gifs

/** The GIFs of a response. */
export function gifsOf({ response }: Answers, { data }: Page): PageEntry[] {
  if (response === OneGifSchema) return isOne(data) ? [data] : []
  const field = PICTURES.get(response)
  const entries = entriesOf(data).map(([, entry]) => entry)
  return (field ? entries.map((entry) => isRecord(entry) && own(entry, field)) : entries).filter(isRecord)
}

const isOne = (data: unknown): data is PageEntry => isRecord(data) && 'id' in data

/** A response with each of its GIFs changed; entries with a picture stay without it. @param change undefined leaves it out */
function mapGifs<P extends Page>(
  call: Answers,
  page: P,
  rule: CountRule,
  change: (gif: PageEntry) => PageEntry | undefined,
): P {
  const { response } = call
  if (!hasGifs(call)) return page
  if (response === OneGifSchema) {
    const { data } = page
    const gif = isOne(data) ? change(data) : data
    return gif === data ? page : { ...page, data: gif ?? [] }
  }
  const field = PICTURES.get(response)
  return mapEntries(page, rule, (entry) => {
    if (!isRecord(entry)) return entry
    if (!field) return change(entry)
    const picture = own(entry, field)
    const changed = isRecord(picture) ? change(picture) : picture
    return changed === picture ? entry : { ...entry, [field]: changed ?? null }
  })
}

/** A response without the GIFs that `keep` is false for. */
export const filterGifs = <P extends Page>(
  call: Answers,
  page: P,
  rule: CountRule,
  keep: (gif: PageEntry) => boolean,
): P => mapGifs(call, page, rule, (gif) => (keep(gif) ? gif : undefined))

/** A list's first `max` entries. One GIF's fields are no entries. */
export const firstEntries = <P extends Page>({ response }: Answers, page: P, max: number): P =>
  response === OneGifSchema ? page : filterEntries(page, 'cut', (_, at) => at < max)

/** What `pagination` says. */
export type ListPlace = Partial<
  Record<'total_count' | 'hasMoreGifs' | 'count' | 'offset' | 'next_cursor', unknown>
>

export const listPlaceOf = ({ pagination }: Page): ListPlace | undefined =>
  isRecord(pagination) ? pagination : undefined

/** Items in the order of the ids they were asked by; as they came where an old id led to another (`docs/moving.md`). */
export function inOrderOf<T>(ids: readonly string[], items: readonly T[], idOf: (item: T) => string): T[] {
  const found = new Map(items.map((item) => [idOf(item), item]))
  const ordered = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  return ordered.length === found.size ? ordered : [...found.values()]
}

/** The GIFs of several pages that were asked by ids, in the order of these and each once, as one page. */
export function joinByIds(ids: readonly string[], pages: readonly Page[]): Page {
  const gifs = pages.flatMap((page) => gifsOf(providerCalls.gifs, page))
  const data = inOrderOf(ids, gifs, ({ id }) => String(id))
  return { ...pages[0], data, pagination: { total_count: data.length, count: data.length, offset: 0 } }
}

/** How a provider's GIFs are named here. `publicUrl` is the scheme and host of our own. */
export type Renaming = { toShown: (id: string) => string; publicUrl: string }

/** A response whose GIFs have our ids, also in their addresses here. No path could name an id that is too long: it is left out. */
export const renameGifs = <P extends Page>(call: Answers, page: P, { toShown, publicUrl }: Renaming): P =>
  mapGifs(call, page, 'same end', (gif) => {
    if (gif.id === undefined) return gif
    const id = String(gif.id)
    const shown = toShown(id)
    if (shown === id) return gif
    return isId(shown) ? renamed(gif, id, shown, publicUrl) : undefined
  })

/** What changes of a GIF: its id, and the texts that lead to it here and end in its id. */
function renamed(gif: PageEntry, id: string, shown: string, publicUrl: string): PageEntry {
  const isOfGif = (name: string, text: string) =>
    (name === 'slug' || text.startsWith(`${publicUrl}/`)) &&
    (text === id || text.endsWith(`-${id}`) || text.endsWith(`/${id}`))
  const fields = Object.entries(gif).map(([name, text]) =>
    typeof text === 'string' && isOfGif(name, text)
      ? [name, text.slice(0, -id.length) + shown]
      : [name, text],
  )
  return { ...Object.fromEntries(fields), id: shown }
}

/** A page of a list whose offsets begin elsewhere. */
export function shiftOffsets<P extends Page>(page: P, by: number): P {
  const place = listPlaceOf(page)
  if (!place || by === 0) return page
  const { offset, total_count } = place
  return {
    ...page,
    pagination: { ...place, offset: more(offset, by), total_count: more(total_count, by) },
  }
}
