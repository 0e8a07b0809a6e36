import type { GifRow } from '../queries/gifs.ts'
import { type ImagesJson, imagesJson, type RenditionJson } from './images-json.ts'
import { userJson } from './user-json.ts'

/** The start of absolute URLs, and the item's payload for pingbacks. */
type GifContext = { publicUrl: string; payload: string }

/** An item in GIPHY's shape (`docs/wire.md`, Gif object); `duration`, in seconds, is ours: Tenor's clients read it. */
export function gifJson(row: GifRow, { publicUrl, payload }: GifContext) {
  const { id, user } = row
  const images = imagesJson(row, publicUrl)
  const slug = `${row.slug}-${id}`
  const short = `${publicUrl}/gifs/${id}`
  return {
    type: row.type,
    id,
    slug,
    url: `${publicUrl}/${row.type === 'sticker' ? 'stickers' : 'gifs'}/${slug}`,
    bitly_url: short,
    bitly_gif_url: short,
    embed_url: `${publicUrl}/embed/${id}`,
    username: user?.username ?? '',
    source: row.source,
    source_tld: hostOf(row.source),
    source_post_url: row.source,
    content_url: '',
    title: row.title,
    alt_text: row.alt_text,
    rating: row.rating,
    import_datetime: row.import_datetime,
    trending_datetime: row.trending_datetime,
    tags: row.tags,
    images,
    duration: row.duration_ms / 1000,
    ...flags(row),
    ...(user && { user: userJson(user, publicUrl) }),
    ...externalMedia(row),
    ...(row.cta_link && { cta: { link: row.cta_link, text: row.cta_text } }),
    ...(row.type === 'video' && { video: video(row, images) }),
    analytics_response_payload: payload,
  }
}
export type GifJson = ReturnType<typeof gifJson>

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0)

const flags = (row: GifRow) => ({
  is_sticker: bit(row.type === 'sticker'),
  is_anonymous: bit(row.user === null),
  is_dynamic: bit(row.is_dynamic),
  is_featured: bit(row.is_featured),
  is_hidden: bit(row.is_hidden),
  is_indexable: bit(row.is_indexable),
  is_removed: bit(row.is_removed),
})

const externalMedia = (row: GifRow) =>
  row.external_provider !== null &&
  row.external_uid !== null && {
    external_media: {
      provider_name: row.external_provider,
      asset_uid: row.external_uid,
      start_time: row.external_start,
      url: row.external_url,
    },
  }

const PREVIEWS = [
  'original',
  'original_still',
  'fixed_width',
  'fixed_width_still',
  'fixed_height',
  'fixed_height_still',
]

// Assets are named by their height, as '360p'; `duration` is in seconds.
function video(row: GifRow, images: ImagesJson) {
  const films = ['original', 'hd'].flatMap((name) => {
    const { mp4, width = '', height = '' } = images[name] ?? {}
    return mp4 ? [[`${height}p`, { url: mp4, width, height }] as const] : []
  })
  const source = films.at(-1)
  const assets: ImagesJson = Object.fromEntries(source ? [...films, ['source', source[1]] as const] : [])
  const previews = PREVIEWS.flatMap((name): [string, RenditionJson][] =>
    images[name] ? [[name, images[name]]] : [],
  )
  return { duration: row.duration_ms / 1000, assets, previews: Object.fromEntries(previews) }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')
