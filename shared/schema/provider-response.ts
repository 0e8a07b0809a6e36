import * as v from 'valibot'
import { RATINGS } from './choices.ts'
import { GifSchema, UserSchema } from './gif.ts'
import { Line, lenient, listOf, Text, Whole } from './text.ts'

/** In every provider response; one without a `response_id` is synthetic (§7, §8). */
const MetaSchema = v.object({ status: Whole, msg: Text, response_id: Text })

/** `hasMoreGifs`: a list of unknown length goes on, and `total_count` is one more than what is known. */
const PaginationSchema = v.object({
  count: Whole,
  offset: Whole,
  total_count: Whole,
  hasMoreGifs: lenient(v.boolean()),
})

/** Whether `data` holds its GIFs in a field of that name: `{ gifs: … }` (§3). */
export const isWrapped = (data: unknown): data is { gifs: object } =>
  typeof data === 'object' &&
  data !== null &&
  !Array.isArray(data) &&
  'gifs' in data &&
  typeof data.gifs === 'object' &&
  data.gifs !== null &&
  // A map of GIFs may have one of this name.
  !('id' in data.gifs)

// §3: "data (a list, or an object of gifs)": GIFs by any keys, or a list under `gifs`.
function toList(data: unknown): unknown {
  if (isWrapped(data)) return toList(data.gifs)
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.values(data) : data
}

/** Several GIFs: `data` is a list or an object of gifs; entries without an id are left out (§3). */
export const gifListOf = <S extends v.GenericSchema>(gif: S) =>
  v.object({
    data: v.optional(v.pipe(v.unknown(), v.transform(toList), listOf(gif)), []),
    pagination: lenient(PaginationSchema),
    // The words that our library has searched for, where they are not those that were typed.
    meta: v.object({ ...MetaSchema.entries, searched_for: Line }),
  })
export const GifListSchema = gifListOf(GifSchema)
export type GifList = v.InferOutput<typeof GifListSchema>

/** One GIF, or none: random and translate return an empty list if nothing matches. */
export const oneGifOf = <S extends v.GenericSchema>(gif: S) =>
  v.object({ data: lenient(gif), meta: MetaSchema })
export const OneGifSchema = oneGifOf(GifSchema)

const list = <S extends v.GenericSchema>(entry: S) =>
  v.object({ data: listOf(entry), pagination: lenient(PaginationSchema), meta: MetaSchema })

/** §3 Tag search result. A provider that sends a name alone leaves the rest to us. */
const TermSchema = v.object({
  name: Line,
  name_encoded: Text,
  response_id: Text,
  analytics_response_payload: Text,
})

/** A name as our paths have it. */
export const encodedName = (name: string): string => encodeURIComponent(name)

export const TermListSchema = v.pipe(
  list(TermSchema),
  v.transform(({ data, ...body }) => ({
    ...body,
    data: data.map((term) => ({
      ...term,
      name_encoded: term.name_encoded || encodedName(term.name),
      response_id: term.response_id || body.meta.response_id,
    })),
  })),
)
export const StringListSchema = list(v.string())

/** `names` by language, and `holds`: for each kind of items the lowest rating of one. Our library has both. */
const named = {
  name: Line,
  name_encoded: Text,
  names: lenient(v.record(v.string(), Line)),
  holds: lenient(v.record(v.string(), v.picklist(RATINGS))),
}

export const CategoryListSchema = list(
  v.object({ ...named, subcategories: listOf(v.object(named)), gif: lenient(GifSchema) }),
)

/** A channel in the provider's search results, with fewer fields than the site's (`channel.ts`). */
const FoundChannelSchema = v.object({
  id: Text,
  slug: Text,
  display_name: Line,
  description: Line,
  type: Text,
  user: lenient(UserSchema),
  featured_gif: lenient(GifSchema),
})
export type FoundChannel = v.InferOutput<typeof FoundChannelSchema>

export const ChannelListSchema = list(FoundChannelSchema)

/** A response with its status alone. */
export const MetaOnlySchema = v.object({ meta: MetaSchema })
