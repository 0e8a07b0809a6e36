import * as v from 'valibot'
import { PROVIDER_PAGE, QUERY_MAX_CHARS } from '../limits.ts'
import {
  CategoryListSchema,
  ChannelListSchema,
  GifListSchema,
  MetaOnlySchema,
  OneGifSchema,
  StringListSchema,
  TermListSchema,
} from '../schema/provider-response.ts'
import { family } from './call.ts'
import {
  Ids,
  Lang,
  Limit,
  MediaId,
  Offset,
  optionalField,
  Query,
  Rating,
  Score,
  ShortText,
  WholeNumber,
} from './fields.ts'

const providerCall = family({ upstream: 'provider', auth: 'key', role: 'visitor', cache: 'minute' })

const Type = v.picklist(['gifs', 'stickers', 'text'])
const Picture = v.picklist(['gifs', 'stickers'])
const page = { limit: Limit, offset: Offset() }

const ChannelName = v.pipe(v.string(), v.regex(/^@?[\w.-]{1,100}$/, 'channel must be the name of a channel'))

type SearchInput = {
  type: string
  q: string
  channel?: string | undefined
  excludeDynamicResults?: boolean | undefined
}

// §7: a channel becomes an @channel prefix of the text; only type text has excludeDynamicResults.
function toSearchFields<S extends SearchInput>({ channel, excludeDynamicResults, ...search }: S) {
  const q = channel ? `@${channel.replace('@', '')} ${search.q}` : search.q
  return { ...search, q, ...(search.type === 'text' && excludeDynamicResults && { excludeDynamicResults }) }
}

/** Every call of the provider (§7). Literal paths come before those with a placeholder. */
export const providerCalls = {
  categories: providerCall({
    path: '/v1/gifs/categories',
    input: v.object(page),
    response: CategoryListSchema,
  }),
  subcategories: providerCall({
    path: '/v1/gifs/categories/:category',
    input: v.object({ category: ShortText, ...page }),
    response: CategoryListSchema,
  }),
  gifsByCategory: providerCall({
    path: '/v1/gifs/categories/:category/:subcategory',
    input: v.object({ category: ShortText, subcategory: ShortText, ...page }),
    response: GifListSchema,
  }),
  search: providerCall({
    path: '/v1/:type{gifs|stickers|text}/search',
    input: v.pipe(
      v.object({
        type: Type,
        q: Query,
        ...page,
        rating: Rating,
        lang: Lang,
        sort: optionalField(v.picklist(['relevant', 'recent'], 'sort must be relevant or recent')),
        channel: optionalField(ChannelName),
        excludeDynamicResults: optionalField(v.pipe(v.unknown(), v.transform(Boolean))),
      }),
      v.transform(toSearchFields),
    ),
    response: GifListSchema,
  }),
  tagSearch: providerCall({
    path: '/v1/gifs/search/tags',
    input: v.object({ q: Query, ...page }),
    response: TermListSchema,
  }),
  trending: providerCall({
    path: '/v1/:type{gifs|stickers|text}/trending',
    input: v.object({
      type: Type,
      limit: Limit,
      offset: Offset(PROVIDER_PAGE.maxTrendingOffset),
      rating: Rating,
    }),
    response: GifListSchema,
  }),
  random: providerCall({
    path: '/v1/:type{gifs|stickers}/random',
    cache: 'never',
    input: v.object({ type: Picture, tag: optionalField(ShortText), rating: Rating }),
    response: OneGifSchema,
  }),
  // Not in §7; GIPHY's clients call it (`docs/wire.md`).
  translate: providerCall({
    path: '/v1/:type{gifs|stickers}/translate',
    cache: 'never',
    input: v.object({
      type: Picture,
      s: Query,
      weirdness: optionalField(WholeNumber('weirdness')),
      rating: Rating,
    }),
    response: OneGifSchema,
  }),
  related: providerCall({
    path: '/v1/:type{gifs|stickers}/related',
    input: v.object({ type: Picture, gif_id: MediaId, ...page, rating: Rating }),
    response: GifListSchema,
  }),
  // Not in §7; GIPHY's SDK calls it (`docs/wire.md`).
  videoTrending: providerCall({
    path: '/v1/videos/trending',
    input: v.object({ ...page, rating: Rating }),
    response: GifListSchema,
  }),
  videoSearch: providerCall({
    path: '/v1/videos/search',
    input: v.object({ q: Query, offset: Offset(), limit: Limit, rating: Rating }),
    response: GifListSchema,
  }),
  videoRelated: providerCall({
    path: '/v1/videos/related',
    input: v.object({ gif_id: MediaId, limit: Limit, rating: Rating }),
    response: GifListSchema,
  }),
  gifs: providerCall({ path: '/v1/gifs', input: v.object({ ids: Ids }), response: GifListSchema }),
  gif: providerCall({ path: '/v1/gifs/:id', input: v.object({ id: MediaId }), response: OneGifSchema }),
  associations: providerCall({
    path: '/v1/gifs/:id/associations',
    input: v.object({ id: MediaId, ...page }),
    response: GifListSchema,
  }),
  emoji: providerCall({ path: '/v1/emoji', input: v.object(page), response: GifListSchema }),
  emojiDefaultVariations: providerCall({ path: '/v2/emoji', input: v.object(page), response: GifListSchema }),
  emojiVariations: providerCall({
    path: '/v2/emoji/:id/variations',
    input: v.object({ id: MediaId }),
    response: GifListSchema,
  }),
  animate: providerCall({
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
    response: GifListSchema,
  }),
  trendingSearches: providerCall({
    path: '/v2/trending/searches',
    input: v.object({}),
    response: StringListSchema,
  }),
  channelSearch: providerCall({
    path: '/v1/channels/search',
    input: v.object({ q: Query, limit: Limit, offset: Offset() }),
    response: ChannelListSchema,
  }),
  gifRelatedTags: providerCall({
    path: '/v1/tags/related/gif/:tag',
    input: v.object({ tag: ShortText }),
    response: TermListSchema,
  }),
  relatedTags: providerCall({
    path: '/v1/tags/related/:tag',
    input: v.object({ tag: ShortText, score: Score }),
    response: TermListSchema,
  }),
  setCta: providerCall({
    role: 'owner',
    method: 'PUT',
    path: '/v1/gifs/:id/cta',
    encoding: 'form',
    cache: 'never',
    input: v.object({ id: MediaId, link: v.pipe(v.string(), v.url()), text: ShortText }),
    response: MetaOnlySchema,
  }),
  deleteCta: providerCall({
    role: 'owner',
    method: 'DELETE',
    path: '/v1/gifs/:id/cta',
    cache: 'never',
    input: v.object({ id: MediaId }),
    response: MetaOnlySchema,
  }),
}

type ProviderCalls = typeof providerCalls
export type ProviderCallName = keyof ProviderCalls
export type CallInput<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['input']>
export type CallResponse<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['response']>
