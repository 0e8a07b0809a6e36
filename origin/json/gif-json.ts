import { own } from '../../shared/own.ts'
import { userJson } from '../people/users.ts'
import type { GifRow, RenditionRow } from '../queries/gifs.ts'

/**
 * Names that GIPHY's clients read besides the stored ones (`docs/wire.md`). Each means a file that exists: the first of
 * `names` that has the format. `as` says which fields a client looks for.
 */
type Alias = { names: readonly string[]; format: 'gif' | 'webp' | 'mp4'; as: 'picture' | 'video' }

const SMALLEST = ['fixed_height_small', 'fixed_width_small', 'fixed_height', 'original']

const ALIASES: Readonly<Record<string, Alias>> = {
  preview_gif: { names: SMALLEST, format: 'gif', as: 'picture' },
  preview_webp: { names: SMALLEST, format: 'webp', as: 'picture' },
  preview: { names: SMALLEST, format: 'mp4', as: 'video' },
  downsized_medium: { names: ['downsized_large', 'downsized', 'original'], format: 'gif', as: 'picture' },
  downsized_small: { names: ['downsized', 'fixed_height', 'original'], format: 'mp4', as: 'video' },
  looping: { names: ['original'], format: 'mp4', as: 'video' },
  original_mp4: { names: ['original'], format: 'mp4', as: 'video' },
  '480w_still': { names: ['original_still'], format: 'gif', as: 'picture' },
}

/** Names that stand for another rendition with all of its formats. */
const SAME_AS: Readonly<Record<string, string>> = {
  fixed_height_downsampled: 'fixed_height',
  fixed_width_downsampled: 'fixed_width',
}

/** The stored names that a name in a media URL may mean, the best first. */
export const storedNames = (name: string): readonly string[] =>
  own(ALIASES, name)?.names ?? [own(SAME_AS, name) ?? name]

/** The formats that have fields of their own; `avif` is ours, and `webm` and `mov` are of films that came so. */
const NAMED = ['webp', 'mp4', 'avif', 'webm', 'mov'] as const
type Named = (typeof NAMED)[number]

/** A rendition as GIPHY sends it: numbers are strings. */
type RenditionJson = Partial<
  Record<'url' | 'width' | 'height' | 'size' | 'frames' | 'hash' | Named | `${Named}_size`, string>
>
type ImagesJson = Record<string, RenditionJson>

type File = { url: string; width: string; height: string; size: string; frames: string }
type Files = Partial<Record<RenditionRow[1], File>>

/** All renditions of an item: the stored ones, then the names that stand for them. */
function imagesJson(row: GifRow, publicUrl: string): ImagesJson {
  const stored = filesByName(row, publicUrl)
  const images = new Map<string, RenditionJson>()
  for (const [name, files] of stored) images.set(name, rendition(files, name, row.hash))
  for (const [name, same] of Object.entries(SAME_AS)) {
    const image = images.get(same)
    if (image) images.set(name, image)
  }
  for (const [name, alias] of Object.entries(ALIASES)) {
    const file = alias.names.map((of) => stored.get(of)?.[alias.format]).find(Boolean)
    if (file) images.set(name, aliased(file, alias))
  }
  return Object.fromEntries(images)
}

function filesByName({ id, renditions }: GifRow, publicUrl: string): Map<string, Files> {
  const byName = new Map<string, Files>()
  for (const [name, format, width, height, size, frames] of renditions) {
    const files = byName.get(name) ?? {}
    byName.set(name, files)
    files[format] = {
      url: `${publicUrl}/media/${id}/${name}.${format}`,
      width: String(width),
      height: String(height),
      size: String(size),
      frames: String(frames),
    }
  }
  return byName
}

function rendition(files: Files, name: string, hash: string | null): RenditionJson {
  // An upload has its own format alone, until its renditions are made.
  const picture = files.gif ?? files.png ?? files.webp
  const file = picture ?? files.mp4 ?? files.webm ?? files.mov ?? files.avif
  const named = NAMED.flatMap((format) => {
    const { url, size } = files[format] ?? {}
    return url && size ? [[format, url] as const, [`${format}_size`, size] as const] : []
  })
  return {
    ...(file && { width: file.width, height: file.height }),
    ...(picture && { url: picture.url, size: picture.size }),
    ...Object.fromEntries(named),
    ...(file && !name.endsWith('_still') && { frames: file.frames }),
    ...(name === 'original' && hash !== null && { hash }),
  }
}

const aliased = ({ url, width, height, size }: File, { as }: Alias): RenditionJson =>
  as === 'video' ? { width, height, mp4: url, mp4_size: size } : { width, height, url, size }

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
    url: `${publicUrl}/${isSticker(row) ? 'stickers' : 'gifs'}/${slug}`,
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

const isSticker = ({ type }: GifRow) => type === 'sticker' || type === 'emoji'

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0)

const flags = (row: GifRow) => ({
  is_sticker: bit(isSticker(row)),
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
    const { mp4, webm, mov, width = '', height = '' } = own(images, name) ?? {}
    const url = mp4 ?? webm ?? mov
    return url ? [[`${height}p`, { url, width, height }] as const] : []
  })
  const source = films.at(-1)
  const assets: ImagesJson = Object.fromEntries(source ? [...films, ['source', source[1]] as const] : [])
  const previews = PREVIEWS.flatMap((name): [string, RenditionJson][] => {
    const image = own(images, name)
    return image ? [[name, image]] : []
  })
  return { duration: row.duration_ms / 1000, assets, previews: Object.fromEntries(previews) }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')
