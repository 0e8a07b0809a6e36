import * as v from 'valibot'
import { MAX_IDS, PROVIDER_PAGE, QUERY_MAX_CHARS } from '../limits.ts'
import {
  CategoryListSchema,
  ChannelListSchema,
  DoneSchema,
  GifListSchema,
  OneGifSchema,
  StringListSchema,
  TermListSchema,
} from '../schema/answer.ts'
import { defineCall } from './call.ts'

// Real clients send the word 'undefined' for what they leave out, and empty fields; both mean: not given.
export const given = <S extends v.GenericSchema>(schema: S) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (value === '' || value === 'undefined' || value === 'null' ? undefined : value)),
      v.optional(schema),
    ),
  )

export const Whole = (name: string) =>
  v.pipe(
    v.union(
      [v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,9}$/), v.transform(Number))],
      `${name} must be a whole number`,
    ),
    v.integer(`${name} must be a whole number`),
  )

const Limit = given(
  v.pipe(
    Whole('limit'),
    v.transform((limit) => Math.min(Math.max(limit, 1), PROVIDER_PAGE.maxLimit)),
  ),
)
const Offset = (max: number = PROVIDER_PAGE.maxOffset) =>
  given(
    v.pipe(
      Whole('offset'),
      v.minValue(0, 'offset must be at least 0'),
      v.maxValue(max, `offset must be at most ${max}`),
    ),
  )

export const Rating = given(
  v.picklist(['y', 'g', 'pg', 'pg-13', 'r'], 'rating must be one of g, pg, pg-13, r'),
)
export const Lang = given(
  v.pipe(v.string(), v.regex(/^[A-Za-z]{2}([-_][A-Za-z]{2,4})?$/, 'lang must be a language code')),
)
const Word = v.pipe(v.string(), v.normalize('NFC'), v.trim(), v.maxLength(100))
export const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/, 'an id is made of letters and digits'))
const Score = given(v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,6})?$/, 'score must be a number')))

/** A search text. Over 50 characters it is refused by a status of its own (`wire.md`: 414), see `isTooLong`. */
const Query = v.pipe(
  v.string('q is required'),
  v.normalize('NFC'),
  v.trim(),
  v.minLength(1, 'q is required'),
  v.maxGraphemes(QUERY_MAX_CHARS, `q must be at most ${QUERY_MAX_CHARS} characters`),
)

const Ids = v.pipe(
  v.string('ids is required'),
  v.regex(/^[\w-]{1,128}(,[\w-]{1,128})*$/, 'ids must be ids joined by commas'),
  v.check((ids) => ids.split(',').length <= MAX_IDS, `ids must be at most ${MAX_IDS}`),
)

const Type = v.picklist(['gifs', 'stickers', 'text'])
const Picture = v.picklist(['gifs', 'stickers'])
const page = { limit: Limit, offset: Offset() }

/** Every call of the provider (§7, the provider rows). Literal paths stand before those with a placeholder. */
export const providerCalls = {
  categories: defineCall({ path: '/v1/gifs/categories', input: v.object(page), answer: CategoryListSchema }),
  subcategories: defineCall({
    path: '/v1/gifs/categories/:category',
    input: v.object({ category: Word, ...page }),
    answer: CategoryListSchema,
  }),
  gifsByCategory: defineCall({
    path: '/v1/gifs/categories/:category/:subcategory',
    input: v.object({ category: Word, subcategory: Word, ...page }),
    answer: GifListSchema,
  }),
  search: defineCall({
    path: '/v1/:type{gifs|stickers|text}/search',
    input: v.object({
      type: Type,
      q: Query,
      ...page,
      rating: Rating,
      lang: Lang,
      sort: given(v.picklist(['relevant', 'recent'], 'sort must be relevant or recent')),
      channel: given(Word),
      excludeDynamicResults: given(v.pipe(v.unknown(), v.transform(Boolean))),
    }),
    answer: GifListSchema,
  }),
  tagSearch: defineCall({
    path: '/v1/gifs/search/tags',
    input: v.object({ q: Query, ...page }),
    answer: TermListSchema,
  }),
  trending: defineCall({
    path: '/v1/:type{gifs|stickers|text}/trending',
    input: v.object({
      type: Type,
      limit: Limit,
      offset: Offset(PROVIDER_PAGE.maxTrendingOffset),
      rating: Rating,
    }),
    answer: GifListSchema,
  }),
  random: defineCall({
    path: '/v1/:type{gifs|stickers}/random',
    cache: 'never',
    input: v.object({ type: Picture, tag: given(Word), rating: Rating }),
    answer: OneGifSchema,
  }),
  // Beside §7: GIPHY's clients have it (`wire.md`).
  translate: defineCall({
    path: '/v1/:type{gifs|stickers}/translate',
    cache: 'never',
    input: v.object({ type: Picture, s: Query, weirdness: given(Whole('weirdness')), rating: Rating }),
    answer: OneGifSchema,
  }),
  related: defineCall({
    path: '/v1/:type{gifs|stickers}/related',
    input: v.object({ type: Picture, gif_id: Id, ...page, rating: Rating }),
    answer: GifListSchema,
  }),
  videoSearch: defineCall({
    path: '/v1/videos/search',
    input: v.object({ q: Query, offset: Offset(), limit: Limit, rating: Rating }),
    answer: GifListSchema,
  }),
  videoRelated: defineCall({
    path: '/v1/videos/related',
    input: v.object({ gif_id: Id, limit: Limit, rating: Rating }),
    answer: GifListSchema,
  }),
  gifs: defineCall({ path: '/v1/gifs', input: v.object({ ids: Ids }), answer: GifListSchema }),
  gif: defineCall({ path: '/v1/gifs/:id', input: v.object({ id: Id }), answer: OneGifSchema }),
  associations: defineCall({
    path: '/v1/gifs/:id/associations',
    input: v.object({ id: Id, ...page }),
    answer: GifListSchema,
  }),
  emoji: defineCall({ path: '/v1/emoji', input: v.object(page), answer: GifListSchema }),
  emojiDefaultVariations: defineCall({ path: '/v2/emoji', input: v.object(page), answer: GifListSchema }),
  emojiVariations: defineCall({
    path: '/v2/emoji/:id/variations',
    input: v.object({ id: Id }),
    answer: GifListSchema,
  }),
  animate: defineCall({
    path: '/v1/text/animate',
    input: v.object({
      m: v.pipe(
        v.string('m is required'),
        v.trim(),
        v.minLength(1, 'm is required'),
        v.maxGraphemes(QUERY_MAX_CHARS),
      ),
      ...page,
      rating: Rating,
    }),
    answer: GifListSchema,
  }),
  trendingSearches: defineCall({
    path: '/v2/trending/searches',
    input: v.object({}),
    answer: StringListSchema,
  }),
  channelSearch: defineCall({
    path: '/v1/channels/search',
    input: v.object({ q: Query, limit: Limit, offset: Offset() }),
    answer: ChannelListSchema,
  }),
  gifRelatedTags: defineCall({
    path: '/v1/tags/related/gif/:tag',
    input: v.object({ tag: Word }),
    answer: TermListSchema,
  }),
  relatedTags: defineCall({
    path: '/v1/tags/related/:tag',
    input: v.object({ tag: Word, score: Score }),
    answer: TermListSchema,
  }),
  setCta: defineCall({
    method: 'PUT',
    path: '/v1/gifs/:id/cta',
    sends: 'form',
    cache: 'never',
    input: v.object({ id: Id, link: v.pipe(v.string(), v.url()), text: Word }),
    answer: DoneSchema,
  }),
  deleteCta: defineCall({
    method: 'DELETE',
    path: '/v1/gifs/:id/cta',
    cache: 'never',
    input: v.object({ id: Id }),
    answer: DoneSchema,
  }),
}

export type ProviderCalls = typeof providerCalls
export type ProviderCallName = keyof ProviderCalls
export type CallInput<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['input']>
export type CallAnswer<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['answer']>
