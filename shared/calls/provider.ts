import * as v from 'valibot'
import { PROVIDER_PAGE, QUERY_MAX_CHARS } from '../limits.ts'
import { SEARCHED_TYPES } from '../schema/choices.ts'
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
  MaxRating,
  MediaId,
  Nothing,
  Offset,
  optionalField,
  Query,
  Score,
  ShortText,
  WholeNumber,
  YesNo,
} from './fields.ts'

const provider = family({ upstream: 'provider', auth: 'key', cache: 'minute' })

const Type = v.picklist(SEARCHED_TYPES)
const Picture = v.picklist(['gifs', 'stickers'])
const page = { limit: Limit, offset: Offset() }

const ChannelName = v.pipe(v.string(), v.regex(/^@?[\w.-]{1,100}$/, 'channel must be the name of a channel'))

/** Said only where it is wanted, and by our library alone: featured items come first; a search corrects no word. */
const IfWanted = optionalField(
  v.pipe(
    YesNo,
    v.transform((yes) => yes || undefined),
  ),
)

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
  categories: provider.get('visitor', '/v1/gifs/categories', v.object(page), CategoryListSchema),
  subcategories: provider.get(
    'visitor',
    '/v1/gifs/categories/:category',
    v.object({ category: ShortText, ...page }),
    CategoryListSchema,
  ),
  gifsByCategory: provider.get(
    'visitor',
    '/v1/gifs/categories/:category/:subcategory',
    v.object({ category: ShortText, subcategory: ShortText, ...page }),
    GifListSchema,
  ),
  search: provider.get(
    'visitor',
    '/v1/:type{gifs|stickers|text}/search',
    v.pipe(
      v.object({
        type: Type,
        q: Query,
        ...page,
        rating: MaxRating,
        lang: Lang,
        sort: optionalField(v.picklist(['relevant', 'recent'], 'sort must be relevant or recent')),
        channel: optionalField(ChannelName),
        exact: IfWanted,
        excludeDynamicResults: optionalField(v.pipe(v.unknown(), v.transform(Boolean))),
      }),
      v.transform(toSearchFields),
    ),
    GifListSchema,
  ),
  // `kind` and `rating`: which items a completion finds, by default GIFs of any.
  tagSearch: provider.get(
    'visitor',
    '/v1/gifs/search/tags',
    v.object({ q: Query, ...page, kind: optionalField(Type), rating: MaxRating }),
    TermListSchema,
  ),
  trending: provider.get(
    'visitor',
    '/v1/:type{gifs|stickers|text}/trending',
    v.object({
      type: Type,
      limit: Limit,
      offset: Offset(PROVIDER_PAGE.maxTrendingOffset),
      rating: MaxRating,
      featured: IfWanted,
    }),
    GifListSchema,
  ),
  random: provider.get(
    'visitor',
    '/v1/:type{gifs|stickers}/random',
    v.object({ type: Picture, tag: optionalField(ShortText), rating: MaxRating }),
    OneGifSchema,
    { cache: 'never' },
  ),
  // Not in §7; GIPHY's clients call it (`docs/wire.md`).
  translate: provider.get(
    'visitor',
    '/v1/:type{gifs|stickers}/translate',
    v.object({
      type: Picture,
      s: Query,
      weirdness: optionalField(WholeNumber('weirdness')),
      rating: MaxRating,
    }),
    OneGifSchema,
    { cache: 'never' },
  ),
  related: provider.get(
    'visitor',
    '/v1/:type{gifs|stickers}/related',
    v.object({ type: Picture, gif_id: MediaId, ...page, rating: MaxRating }),
    GifListSchema,
  ),
  // Not in §7; GIPHY's SDK calls it (`docs/wire.md`).
  videoTrending: provider.get(
    'visitor',
    '/v1/videos/trending',
    v.object({ ...page, rating: MaxRating, featured: IfWanted }),
    GifListSchema,
  ),
  videoSearch: provider.get(
    'visitor',
    '/v1/videos/search',
    v.object({ q: Query, offset: Offset(), limit: Limit, rating: MaxRating }),
    GifListSchema,
  ),
  videoRelated: provider.get(
    'visitor',
    '/v1/videos/related',
    v.object({ gif_id: MediaId, limit: Limit, rating: MaxRating }),
    GifListSchema,
  ),
  gifs: provider.get('visitor', '/v1/gifs', v.object({ ids: Ids }), GifListSchema),
  gif: provider.get('visitor', '/v1/gifs/:id', v.object({ id: MediaId }), OneGifSchema),
  associations: provider.get(
    'visitor',
    '/v1/gifs/:id/associations',
    v.object({ id: MediaId, ...page }),
    GifListSchema,
  ),
  emoji: provider.get('visitor', '/v1/emoji', v.object(page), GifListSchema),
  emojiDefaultVariations: provider.get('visitor', '/v2/emoji', v.object(page), GifListSchema),
  emojiVariations: provider.get(
    'visitor',
    '/v2/emoji/:id/variations',
    v.object({ id: MediaId }),
    GifListSchema,
  ),
  animate: provider.get(
    'visitor',
    '/v1/text/animate',
    v.object({
      m: v.pipe(
        v.string('m is required'),
        v.trim(),
        v.minLength(1, 'm is required'),
        v.maxGraphemes(QUERY_MAX_CHARS),
      ),
      ...page,
      rating: MaxRating,
    }),
    GifListSchema,
  ),
  trendingSearches: provider.get('visitor', '/v2/trending/searches', Nothing, StringListSchema),
  channelSearch: provider.get(
    'visitor',
    '/v1/channels/search',
    v.object({ q: Query, limit: Limit, offset: Offset() }),
    ChannelListSchema,
  ),
  gifRelatedTags: provider.get(
    'visitor',
    '/v1/tags/related/gif/:tag',
    v.object({ tag: ShortText }),
    TermListSchema,
  ),
  relatedTags: provider.get(
    'visitor',
    '/v1/tags/related/:tag',
    v.object({ tag: ShortText, score: Score }),
    TermListSchema,
  ),
  setCta: provider.put(
    'owner',
    '/v1/gifs/:id/cta',
    v.object({ id: MediaId, link: v.pipe(v.string(), v.url()), text: ShortText }),
    MetaOnlySchema,
    { cache: 'never' },
  ),
  deleteCta: provider.del('owner', '/v1/gifs/:id/cta', v.object({ id: MediaId }), MetaOnlySchema, {
    cache: 'never',
  }),
}

type ProviderCalls = typeof providerCalls
export type ProviderCallName = keyof ProviderCalls
export type CallInput<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['input']>
export type CallResponse<N extends ProviderCallName> = v.InferOutput<ProviderCalls[N]['response']>
/** The calls that only read. */
export type ProviderReadName = Exclude<ProviderCallName, 'setCta' | 'deleteCta'>
