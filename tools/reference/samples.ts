import type { JsonSchema } from './json-schema-of.ts'

/** The item of the examples. A page puts one of its own library in its place. */
export const SAMPLE = {
  id: 'IfhslxooESNL',
  slug: 'hello-wave-IfhslxooESNL',
  host: 'https://loop.example',
} as const

const { id, slug, host } = SAMPLE
const moment = '2026-11-22T10:00:00.000Z'
const picture = `${host}/media/${id}`

/** A value for each field that says something by its name; the first that fits the field's schema is taken. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  id: [id, 42],
  gif: [id],
  gif_id: [id],
  act: ['6d1f0a52-0d3c-4a0e-9f53-2d5c7a1b9e10'],
  version: ['1.0.3.0', 3],
  set_by: [{ name: 'BRAND_NAME' }],
  logo: ['softshapes'],
  accent: ['#6d5efc'],
  explanation: ['I drew this, and did not allow its use.'],
  address: [`${host}/gifs/${slug}`],
  good_faith: ['true', true],
  ids: [id],
  add: [id],
  remove: [id],
  slug: [slug],
  url: [`${host}/gifs/${slug}`],
  embed_url: [`${host}/embed/${id}`],
  bitly_url: [`${host}/gifs/${id}`],
  avif: [`${picture}/original.avif`],
  webp: [`${picture}/original.webp`],
  mp4: [`${picture}/original.mp4`],
  still: [`${picture}/original_s.webp`],
  width: ['480', 480],
  height: ['270', 270],
  title: ['Happy blob waves hello'],
  table: ['tags'],
  columns: ['tag,gif_id'],
  key: ['title', 'k-7d1f03'],
  keys: ['m/3f2a.webp'],
  list: ['partners'],
  lines: ['sha256,9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  archive: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  migrations: ['0001_library.sql,0002_dead_letters.sql'],
  alt_text: ['A blob waves'],
  type: ['gif', 'gifs', 'share'],
  rating: ['g'],
  q: ['happy'],
  s: ['good morning'],
  m: ['hello'],
  tag: ['happy'],
  tags: [['hello', 'wave']],
  category: ['reactions'],
  subcategory: ['happy'],
  lang: ['en'],
  language: ['en'],
  limit: [2],
  name: ['Happy'],
  name_encoded: ['happy'],
  username: ['softshapes'],
  display_name: ['Soft Shapes'],
  attribution_display_name: ['Soft Shapes'],
  description: ['Round things that move.'],
  email: ['ann@example.com'],
  profile_url: [`${host}/channels/softshapes`],
  avatar_url: [`${host}/static/icon.svg`],
  website_url: ['https://example.com/'],
  is_public: [true],
  is_indexable: [true],
  day: ['2026-11-22'],
  count: [1, 12],
  offset: [0],
  total_count: [42],
  status: [200],
  msg: ['OK'],
  message: ['Done'],
  response_id: ['5f1c0a7e9b3d4c21'],
  analytics_response_payload: ['aot9.IfhslxooESNL'],
  import_datetime: [moment],
  created_at: [moment],
  updated_at: [moment],
  publish_datetime: ['2026-12-01T10:00:00Z'],
  duration: [3],
  role: ['user'],
  password: ['correct horse battery'],
  current: ['correct horse battery'],
  new: ['another horse battery'],
  token: ['9f2c41d07a6be385'],
  session: ['d07a6be385'],
  to: ['ann@example.com'],
  redirect: ['giphy-abc123'],
  old_id: ['abc123'],
  cover: [id],
  pinned: [['good morning']],
  blocked: [['spam']],
  words: [['kitty']],
  means: [['cat']],
  value: ['A cat'],
  action: ['approve'],
  reason: ['spam', 'asked'],
  reasons: ['spam'],
  search: ['happy'],
  parent: ['42'],
  channel: ['42', 42],
  position: [2],
  target_channel: ['43'],
  short_display_name: ['Soft'],
  job_id: ['uploads'],
  user_id: ['42'],
  sha256: ['0'.repeat(64)],
  link: ['https://example.com/'],
  text: ['Look'],
  call: ['/v1/gifs/search?q=happy'],
  story_id: ['42'],
  gifId: [id],
  timestamp: [1_790_000_000],
  media_url: ['https://media.example.com/a.gif'],
  source_image_url: ['https://media.example.com/a.gif'],
  spotify_url: ['https://open.spotify.com/artist/0OdUWJ0sBjDrqHygGUXeCF'],
  start: [1.5],
  user_agent: ['Firefox'],
  // The same names elsewhere.
  'Rendition.url': [`${picture}/original.gif`],
  'User.id': ['42'],
  'User.description': ['Round things that move.'],
  '/video/vimeo.url': ['https://vimeo.com/76979871'],
  '/api/v3/gifs/{id}/film.url': ['https://vimeo.com/76979871'],
  '/imaging/fetch/video/info.url': ['https://media.example.com/a.mp4'],
  lease: ['kX2vQ9bL0sTzRw4e'],
  '/api/v3/renditions/lease.forms': ['avif,webp', ['avif', 'webp']],
  '/api/v3/factors.secret': ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  '/api/v3/factors.code': ['123456'],
  '/api/v3/factors.credential': ['{"id":"kX2vQ9bL0sTzRw4e"}'],
  '/api/v3/content-blocks/{token}.token': ['homepage'],
  '/api/v3/redirects/.redirects': [[{ source: 'giphy', old_id: 'abc123', to: id }]],
  '/gateway/analytics/{rest}.rest': ['events/batch'],
  '/ajax/gif/{id}/analytic/{type}/.type': ['share'],
  '/gateway/trendingscheduler/schedule.gifs': [[{ id, is_sticker: false, type: 'gif' }]],
  'PingbackEvent.ts': [1_790_000_000_000],
  'PingbackEvent.user_id': ['3f9c1a7be24d8056'],
  'PingbackEvent.action_type': ['SEEN'],
}

/** Parts of an entity that few have. */
const RARE: ReadonlySet<string> = new Set(['external_media', 'bottle_data', 'video'])

export type Schemas = Readonly<Record<string, JsonSchema>>

const DATE = /(_at|_datetime|_until|^until|^created|^at)$/
const LINK = /(^|_)url$/

/**
 * An example of a value, made from its schema: fields by their names where `VALUES` knows them, the least that fits
 * otherwise. An entity within itself is left out, as is what is optional and would be empty. `within` is where it is: a
 * path, then names of entities.
 */
export function sampleOf(
  schema: JsonSchema,
  schemas: Schemas,
  name = '',
  within: readonly string[] = [],
): unknown {
  if (schema.$ref) {
    const entity = schema.$ref.split('/').at(-1) ?? ''
    return within.includes(entity)
      ? undefined
      : sampleOf(schemas[entity] ?? {}, schemas, name, [...within, entity])
  }
  if (schema.const !== undefined) return schema.const
  const known = [...(VALUES[`${within.at(-1)}.${name}`] ?? []), ...(VALUES[name] ?? [])].find((value) =>
    fits(schema, value),
  )
  if (known !== undefined) return known
  if (schema.enum) return schema.enum[0]
  const options = (schema.anyOf ?? schema.oneOf)?.filter(
    (each): each is JsonSchema => typeof each === 'object',
  )
  if (options?.[0]) return sampleOf(options[0], schemas, name, within)
  if (schema.properties || schema.additionalProperties) return objectOf(schema, schemas, within)
  if (schema.items && typeof schema.items === 'object' && !Array.isArray(schema.items)) {
    const entry = sampleOf(schema.items, schemas, name.replace(/s$/, ''), within)
    return entry === undefined ? [] : Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () => entry)
  }
  return plainOf(schema, name)
}

function objectOf(schema: JsonSchema, schemas: Schemas, within: readonly string[]): object {
  const { additionalProperties: each } = schema
  if (!schema.properties && typeof each === 'object') {
    return { [each.$ref ? 'original' : 'name']: sampleOf(each, schemas, '', within) }
  }
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    typeof field === 'object' ? sampleOf(field, schemas, name, within) : undefined,
  ])
  return Object.fromEntries(
    fields.filter(
      ([name, value]) =>
        schema.required?.includes(name as string) || (!RARE.has(name as string) && saysSomething(value)),
    ),
  )
}

const saysSomething = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== false && JSON.stringify(value) !== '[]'

function plainOf(schema: JsonSchema, name: string): unknown {
  const [type] = [schema.type ?? (schema.minLength ? 'string' : 'object')].flat()
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return false
  if (type === 'array') return []
  if (type === 'null') return null
  if (type === 'object') return {}
  if (schema.format === 'date-time' || DATE.test(name)) return moment
  if (schema.format === 'uri' && name === 'file') return `${picture}/original.gif`
  if (LINK.test(name)) return `${host}/`
  return name ? (schema.minLength ? name.padEnd(schema.minLength, 'x') : '') : 'text'
}

/** Whether a value of `VALUES` may be where this schema is. Whether it has the right form is what the tests say. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value as string)
  if (schema.anyOf) return schema.anyOf.some((each) => typeof each === 'object' && fits(each, value))
  if (schema.properties || (schema.minimum !== undefined && Number(value) < schema.minimum)) return false
  const types = [schema.type ?? []].flat()
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  return types.length === 0
    ? type === 'string'
    : types.some((each) => each === type || (each === 'number' && type === 'integer'))
}
