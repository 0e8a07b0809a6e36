import * as v from 'valibot'
import { PROVIDER_PAGE, QUERY_MAX_CHARS } from '../limits.ts'
import {
  CategoryListSchema,
  ChannelListSchema,
  DoneSchema,
  GifListSchema,
  OneGifSchema,
  StringListSchema,
  TermListSchema,
} from '../schema/answer.ts'
import { family } from './call.ts'
import {
  given,
  Ids,
  Lang,
  Limit,
  MediaId,
  Offset,
  Query,
  Rating,
  Score,
  WholeNumber,
  Word,
} from './fields.ts'

const providerCall = family({ upstream: 'provider', auth: 'key', cache: 'minute' })

const Type = v.picklist(['gifs', 'stickers', 'text'])
const Picture = v.picklist(['gifs', 'stickers'])
const page = { limit: Limit, offset: Offset() }

const ChannelName = v.pipe(v.string(), v.regex(/^@?[\w.-]{1,100}$/, 'channel must be the name of a channel'))

type Searched = {
  type: string
  q: string
  channel?: string | undefined
  excludeDynamicResults?: boolean | undefined
}

// §7: a channel goes as an @channel term before the text; excludeDynamicResults is for texts alone.
function asSearched<S extends Searched>({ channel, excludeDynamicResults, ...search }: S) {
  const q = channel ? `@${channel.replace('@', '')} ${search.q}` : search.q
  return { ...search, q, ...(search.type === 'text' && excludeDynamicResults && { excludeDynamicResults }) }
}

/** Every call of the provider (§7, the provider rows). Literal paths stand before those with a placeholder. */
export const providerCalls = {
  categories: providerCall({
    path: '/v1/gifs/categories',
    input: v.object(page),
    answer: CategoryListSchema,
  }),
  subcategories: providerCall({
    path: '/v1/gifs/categories/:category',
    input: v.object({ category: Word, ...page }),
    answer: CategoryListSchema,
  }),
  gifsByCategory: providerCall({
    path: '/v1/gifs/categories/:category/:subcategory',
    input: v.object({ category: Word, subcategory: Word, ...page }),
    answer: GifListSchema,
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
        sort: given(v.picklist(['relevant', 'recent'], 'sort must be relevant or recent')),
        channel: given(ChannelName),
        excludeDynamicResults: given(v.pipe(v.unknown(), v.transform(Boolean))),
      }),
      v.transform(asSearched),
    ),
    answer: GifListSchema,
  }),
  tagSearch: providerCall({
    path: '/v1/gifs/search/tags',
    input: v.object({ q: Query, ...page }),
    answer: TermListSchema,
  }),
  trending: providerCall({
    path: '/v1/:type{gifs|stickers|text}/trending',
    input: v.object({
      type: Type,
      limit: Limit,
      offset: Offset(PROVIDER_PAGE.maxTrendingOffset),
      rating: Rating,
    }),
    answer: GifListSchema,
  }),
  random: providerCall({
    path: '/v1/:type{gifs|stickers}/random',
    cache: 'never',
    input: v.object({ type: Picture, tag: given(Word), rating: Rating }),
    answer: OneGifSchema,
  }),
  // Beside §7: GIPHY's clients have it (`docs/wire.md`).
  translate: providerCall({
    path: '/v1/:type{gifs|stickers}/translate',
    cache: 'never',
    input: v.object({ type: Picture, s: Query, weirdness: given(WholeNumber('weirdness')), rating: Rating }),
    answer: OneGifSchema,
  }),
  related: providerCall({
    path: '/v1/:type{gifs|stickers}/related',
    input: v.object({ type: Picture, gif_id: MediaId, ...page, rating: Rating }),
    answer: GifListSchema,
  }),
  videoSearch: providerCall({
    path: '/v1/videos/search',
    input: v.object({ q: Query, offset: Offset(), limit: Limit, rating: Rating }),
    answer: GifListSchema,
  }),
  videoRelated: providerCall({
    path: '/v1/videos/related',
    input: v.object({ gif_id: MediaId, limit: Limit, rating: Rating }),
    answer: GifListSchema,
  }),
  gifs: providerCall({ path: '/v1/gifs', input: v.object({ ids: Ids }), answer: GifListSchema }),
  gif: providerCall({ path: '/v1/gifs/:id', input: v.object({ id: MediaId }), answer: OneGifSchema }),
  associations: providerCall({
    path: '/v1/gifs/:id/associations',
    input: v.object({ id: MediaId, ...page }),
    answer: GifListSchema,
  }),
  emoji: providerCall({ path: '/v1/emoji', input: v.object(page), answer: GifListSchema }),
  emojiDefaultVariations: providerCall({ path: '/v2/emoji', input: v.object(page), answer: GifListSchema }),
  emojiVariations: providerCall({
    path: '/v2/emoji/:id/variations',
    input: v.object({ id: MediaId }),
    answer: GifListSchema,
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
    answer: GifListSchema,
  }),
  trendingSearches: providerCall({
    path: '/v2/trending/searches',
    input: v.object({}),
    answer: StringListSchema,
  }),
  channelSearch: providerCall({
    path: '/v1/channels/search',
    input: v.object({ q: Query, limit: Limit, offset: Offset() }),
    answer: ChannelListSchema,
  }),
  gifRelatedTags: providerCall({
    path: '/v1/tags/related/gif/:tag',
    input: v.object({ tag: Word }),
    answer: TermListSchema,
  }),
  relatedTags: providerCall({
    path: '/v1/tags/related/:tag',
    input: v.object({ tag: Word, score: Score }),
    answer: TermListSchema,
  }),
  setCta: providerCall({
    method: 'PUT',
    path: '/v1/gifs/:id/cta',
    sends: 'form',
    cache: 'never',
    input: v.object({ id: MediaId, link: v.pipe(v.string(), v.url()), text: Word }),
    answer: DoneSchema,
  }),
  deleteCta: providerCall({
    method: 'DELETE',
    path: '/v1/gifs/:id/cta',
    cache: 'never',
    input: v.object({ id: MediaId }),
    answer: DoneSchema,
  }),
}

type ProviderCalls = typeof providerCalls
export type ProviderCallName = keyof ProviderCalls
export type CallInput<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['input']>
export type CallAnswer<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['answer']>
