import * as v from 'valibot'
import { GifSchema } from './gif.ts'
import { Line, lenient, listOf, Text, Whole } from './text.ts'
import { UserSchema } from './user.ts'

/** In every provider response; one without a `response_id` is synthetic (§7, §8). */
const MetaSchema = v.object({ status: Whole, msg: Text, response_id: Text })

const PaginationSchema = v.object({ count: Whole, offset: Whole, total_count: Whole })

// §3: "data (a list, or an object of gifs)".
const toList = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.values(data) : data

/** Several GIFs: `data` is a list or an object of gifs; entries without an id are left out (§3). */
export const GifListSchema = v.object({
  data: v.optional(v.pipe(v.unknown(), v.transform(toList), listOf(GifSchema)), []),
  pagination: lenient(PaginationSchema),
  meta: MetaSchema,
})
export type GifList = v.InferOutput<typeof GifListSchema>

/** One GIF, or none: random and translate return an empty list if nothing matches. */
export const OneGifSchema = v.object({ data: lenient(GifSchema), meta: MetaSchema })

const list = <S extends v.GenericSchema>(entry: S) =>
  v.object({ data: listOf(entry), pagination: lenient(PaginationSchema), meta: MetaSchema })

export const TermListSchema = list(v.object({ name: Line, analytics_response_payload: Text }))
export const StringListSchema = list(v.string())

export const CategoryListSchema = list(
  v.object({
    name: Line,
    name_encoded: Text,
    subcategories: listOf(v.object({ name: Line, name_encoded: Text })),
    gif: lenient(GifSchema),
  }),
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
