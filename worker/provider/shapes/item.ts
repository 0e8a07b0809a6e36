import * as v from 'valibot'
import { embedPath, itemPath } from '../../../shared/gif/item-path.ts'
import { hex } from '../../../shared/net/bytes.ts'
import { own } from '../../../shared/own.ts'
import { Line, listOf } from '../../../shared/schema/text.ts'
import { isoTime } from '../../../shared/time.ts'
import { isRecord } from '../page.ts'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !Array.isArray(value)

/** A field of anything: undefined where it's missing. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) ? own(value, name) : undefined

/** A list that must be one: without its invalid entries, and cut to `max`. What is no list is no good response. */
export const aList = <S extends v.GenericSchema>(schema: S, max: number) =>
  v.pipe(
    v.unknown(),
    v.check((list) => Array.isArray(list)),
    listOf(schema, max),
  )

/** A word of an upstream, as a person reads it. */
export const Name = v.pipe(Line, v.minLength(1))

/** A file as an upstream has it; an unknown number is 0. `size` is in bytes. */
export type UpstreamFile = { url: string; width: number; height: number; size: number }

/** An upstream's files by its own names. */
export type UpstreamFiles = ReadonlyMap<string, UpstreamFile>

/** For one of our renditions, the upstream's names of its files in each format, the best first. */
type Sources = Partial<Record<'url' | 'webp' | 'mp4' | 'webm', readonly string[]>>

/** Our renditions, and what each is made of. */
export type Renditions = Record<string, Sources>

type Image = Record<string, string>

const text = (number: number): string => String(number)

/** GIPHY's `images` (`docs/wire.md`): numbers are texts, and what is unknown is missing. */
export function imagesOf(files: UpstreamFiles, renditions: Renditions): Record<string, Image> {
  const first = (names: readonly string[] = []): UpstreamFile | undefined =>
    names.map((name) => files.get(name)).find((file) => file !== undefined)
  const images = Object.entries(renditions).flatMap(([name, { url, webp, mp4, webm }]): [string, Image][] => {
    const [plain, web, film, webFilm] = [first(url), first(webp), first(mp4), first(webm)]
    const { width = 0, height = 0 } = plain ?? web ?? film ?? {}
    const image = {
      ...(plain && { url: plain.url, ...(plain.size > 0 && { size: text(plain.size) }) }),
      ...(web && { webp: web.url, ...(web.size > 0 && { webp_size: text(web.size) }) }),
      ...(film && { mp4: film.url, ...(film.size > 0 && { mp4_size: text(film.size) }) }),
      ...(webFilm && { webm: webFilm.url, ...(webFilm.size > 0 && { webm_size: text(webFilm.size) }) }),
      ...(width > 0 && height > 0 && { width: text(width), height: text(height) }),
    }
    return plain || web || film ? [[name, image]] : []
  })
  return Object.fromEntries(images)
}

/** What is known of an item. `created` is in seconds since 1970; texts are '' where they are unknown. */
export type Facts = {
  id: string
  kind: 'gif' | 'sticker' | 'video'
  slug: string
  url: string
  short: string
  title: string
  alt: string
  tags: readonly string[]
  created: number
  /** Seconds. */
  duration: number
  images: Record<string, Image>
}

const NO_TIME = '0000-00-00 00:00:00'
/** Seconds since 1970: the end of the year 9999. */
const LAST_S = 253_402_300_799

const timeOf = (seconds: number): string =>
  seconds > 0 && seconds <= LAST_S
    ? isoTime(seconds * 1000)
        .slice(0, 19)
        .replace('T', ' ')
    : NO_TIME

/** An item in GIPHY's shape (`docs/wire.md`, Gif object). */
export function itemJson({ id, kind, images, short, created, duration, ...facts }: Facts) {
  const { original } = images
  return {
    type: kind,
    id,
    slug: facts.slug,
    url: facts.url,
    bitly_url: short,
    bitly_gif_url: short,
    embed_url: '',
    username: '',
    source: '',
    source_tld: '',
    source_post_url: '',
    content_url: '',
    title: facts.title,
    alt_text: facts.alt,
    rating: '',
    import_datetime: timeOf(created),
    trending_datetime: NO_TIME,
    tags: facts.tags,
    is_sticker: kind === 'sticker' ? 1 : 0,
    images,
    ...(kind === 'video' && { video: { duration, assets: assetsOf(original), previews: images } }),
    analytics_response_payload: '',
  }
}

function assetsOf(original: Image | undefined) {
  const { mp4, width = '', height = '' } = original ?? {}
  return mp4 ? { source: { url: mp4, width, height } } : {}
}

type ItemJson = ReturnType<typeof itemJson>

const isItem = (value: unknown): value is ItemJson => isObject(value) && 'images' in value && 'slug' in value

const RESPONSE_ID_BYTES = 8

/**
 * An answer as GIPHY's page. Its items have the addresses that we know better than their upstream: of the embed, and of the page
 * where it has none.
 * @param publicUrl scheme and host of our own; '' leaves the addresses as they are
 */
export function pageJson(answer: { data: unknown }, publicUrl: string) {
  const response_id = hex(crypto.getRandomValues(new Uint8Array(RESPONSE_ID_BYTES)))
  const data = publicUrl ? withAddresses(answer.data, publicUrl) : answer.data
  const meta = { status: 200, msg: 'OK', response_id }
  return { ...answer, data, meta }
}

function withAddresses(data: unknown, publicUrl: string): unknown {
  if (Array.isArray(data)) return data.map((entry) => withAddresses(entry, publicUrl))
  if (!isItem(data)) return data
  const item = { ...data, is_sticker: Boolean(data.is_sticker) }
  return {
    ...data,
    url: data.url || publicUrl + itemPath(item),
    embed_url: publicUrl + embedPath(item),
  }
}
