import * as v from 'valibot'
import { ManifestSchema } from '../../media/manifest/manifest.ts'
import { filmOf } from '../../shared/calls/film-address.ts'
import { TagsByLanguage } from '../../shared/language-tags.ts'
import { ITEM_TYPES } from '../../shared/schema/choices.ts'
import { type Listed, readJsonLines } from './json-lines.ts'
import type { BadLine, Line, ListedCategory, ListedChannel, ListedPerson, Listing, Said } from './listing.ts'
import { IMPORTED, problemOf, WORDS } from './words.ts'

const { users, channels, categories, searches, items } = ManifestSchema.entries
const User = users.item.entries
const Channel = channels.item.entries
const Item = items.item.entries
const { gif: Cover, ...categoryEntries } = categories.item.entries
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const File = v.pipe(
  Name,
  v.check((file) => !/^[/\\]|\.\.|^\w:/.test(file), 'must be a path below the list'),
)

const PersonSchema = v.object({
  username: User.username,
  id: v.optional(User.id),
  display_name: v.optional(User.display_name),
  description: v.optional(User.description),
  website_url: User.website_url,
  is_verified: v.optional(User.is_verified),
  is_public: v.optional(User.is_public),
  suppress_chrome: v.optional(User.suppress_chrome),
  avatar: v.optional(v.union([File, v.unwrap(User.avatar)], 'must be a file')),
  banner: v.optional(v.union([File, v.unwrap(User.banner)], 'must be a file')),
})

const ChannelSchema = v.object({
  slug: Channel.slug,
  display_name: Channel.display_name,
  short_display_name: v.optional(Channel.short_display_name, ''),
  description: v.optional(Channel.description, ''),
  username: v.optional(Channel.username),
  id: v.optional(Channel.id),
  parent: v.optional(v.union([Channel.id, Channel.slug], 'must be the id or slug of a channel above')),
  gifs: v.optional(v.array(Name), []),
})

const CategorySchema = v.object({
  ...categoryEntries,
  subcategories: v.optional(categoryEntries.subcategories, []),
  gif: v.optional(v.union([Cover, Name])),
})

const ItemSchema = v.object({
  ...WORDS,
  type: v.optional(v.picklist(ITEM_TYPES, `must be one of ${ITEM_TYPES.join(', ')}`)),
  id: IMPORTED.id,
  slug: IMPORTED.slug,
  username: v.optional(Item.username),
  import_datetime: IMPORTED.import_datetime,
  trending: v.optional(Item.trending),
  language_tags: v.optional(TagsByLanguage),
  is_emoji: Item.is_emoji,
  film: v.optional(v.string()),
  external_media: Item.external_media,
  categories: v.optional(
    v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)?$/, 'must be slugs'))),
    [],
  ),
  file: v.optional(File),
  renditions: v.optional(Item.renditions),
  duration_ms: v.optional(Item.duration_ms),
  frames: v.optional(Item.frames),
})
type ListedItem = v.InferOutput<typeof ItemSchema>

/**
 * Reads `library.json`: the lists `items`, `users`, `channels`, `categories`, `searches`, and `featured`, as the demo library has
 * them (`seed/library.json`). An item without `renditions` has a `file`, and needs nothing else.
 * @throws Error for what is no JSON of lists
 */
export function readJson(text: string): Listing {
  const lists = readJsonLines(text)
  const bad: BadLine[] = []
  const read = <S extends v.GenericSchema, T>(
    name: string,
    schema: S,
    use: (value: v.InferOutput<S>, line: number) => T,
  ): T[] =>
    (lists.get(name) ?? []).flatMap(({ line, value }: Listed) => {
      const { success, output, issues } = v.safeParse(schema, value)
      try {
        if (success) return [use(output, line)]
        throw new Error(problemOf(issues[0]))
      } catch (error) {
        bad.push({ line, why: error instanceof Error ? error.message : String(error) })
        return []
      }
    })
  const lines = read('items', ItemSchema, lineOf)
  const nodes = categoriesOf(
    read('categories', CategorySchema, (category, line) => ({ ...category, line })),
    lines,
  )
  return {
    lines: lines.map(({ categories: _, ...line }) => line),
    bad,
    people: read('users', PersonSchema, personOf),
    channels: channelsOf(read('channels', ChannelSchema, (channel, line) => ({ ...channel, line }))),
    categories: nodes,
    pinned: pinnedOf(read('searches', searches.item, (search) => search)),
    featured: read('featured', Name, (name) => name),
  }
}

/** A film stays one; of anything else the GIF is what is sent. @throws Error for an item without a file */
function fileOf({ file, renditions, type }: ListedItem): string {
  const { gif, mp4 } = renditions?.original ?? {}
  const made = (type === 'video' && mp4) || gif
  const path = file ?? made?.file
  if (!path) throw new Error('has neither a file nor renditions with an original')
  return path
}

function lineOf(item: ListedItem, line: number): Line & { categories: string[] } {
  const { username, trending, film, external_media, file: _, renditions, is_emoji, type, ...words } = item
  const { duration_ms, frames, categories, ...rest } = words
  const url = film ?? external_media?.url
  if (url !== undefined && !filmOf(url)) throw new Error('film must be the URL of a film on YouTube or Vimeo')
  const said: Said = {
    ...rest,
    // From a library in which it is no one's.
    author: username ?? (item.id === undefined ? undefined : ''),
    weight: trending,
    film_url: url,
    film_start: external_media?.start_time,
    // A film is one by its file.
    type: is_emoji ? 'emoji' : type === 'video' ? undefined : type,
  }
  const path = fileOf(item)
  const isMade = renditions && type && type !== 'emoji' && duration_ms !== undefined && frames !== undefined
  return {
    line,
    name: item.slug ?? path,
    path,
    said,
    categories,
    ...(isMade && { made: { type, duration_ms, frames, renditions } }),
  }
}

type GivenPerson = v.InferOutput<typeof PersonSchema>

function personOf({ username, id, avatar, banner, ...profile }: GivenPerson, line: number): ListedPerson {
  return {
    line,
    username,
    id,
    profile,
    avatar: typeof avatar === 'string' ? { file: avatar } : avatar && { cut: Object.values(avatar) },
    banner: typeof banner === 'string' ? { file: banner } : banner && { cut: [banner] },
  }
}

type GivenChannel = v.InferOutput<typeof ChannelSchema> & { line: number }

const channelsOf = (given: readonly GivenChannel[]): ListedChannel[] =>
  given.map(({ gifs, username, parent, ...channel }) => ({
    ...channel,
    author: username,
    parent: typeof parent === 'number' ? given.find(({ id }) => id === parent)?.slug : parent,
    items: gifs,
    isSaid: true,
  }))

type GivenCategory = v.InferOutput<typeof CategorySchema> & { line: number }

function categoriesOf(given: readonly GivenCategory[], lines: readonly (Line & { categories: string[] })[]) {
  const itemsIn = (path: string) =>
    lines.filter(({ categories }) => categories.includes(path)).map(({ said, name }) => said.id ?? name)
  const nodes: ListedCategory[] = given.flatMap(
    ({ line, name, names, name_encoded: slug, subcategories, gif }, at) => [
      { line, slug, parent: null, name, names, position: at, cover: gif, items: itemsIn(slug), isSaid: true },
      ...subcategories.map((sub, position) => ({
        line,
        slug: sub.name_encoded,
        parent: slug,
        name: sub.name,
        names: sub.names,
        position,
        items: itemsIn(`${slug}/${sub.name_encoded}`),
        isSaid: true,
      })),
    ],
  )
  const known = new Set(nodes.map(({ slug, parent }) => (parent === null ? slug : `${parent}/${slug}`)))
  const missing = [...new Set(lines.flatMap(({ categories }) => categories))].filter(
    (path) => !known.has(path),
  )
  return [...nodes, ...namedCategories(missing, itemsIn)]
}

const titled = (slug: string) => slug.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase())

/** Categories that lines name alone, each in front of its subcategories. */
export function namedCategories(
  paths: readonly string[],
  itemsIn: (path: string) => string[],
  nameOf: (path: string) => string = (path) => titled(path.split('/').at(-1) ?? ''),
): ListedCategory[] {
  const all = [...new Set(paths.flatMap((path) => [path.split('/')[0] ?? '', path]))]
  return all.map((path) => {
    const [top = '', sub] = path.split('/')
    const place = sub === undefined ? { slug: top, parent: null } : { slug: sub, parent: top }
    return { line: 0, ...place, name: nameOf(path), items: itemsIn(path), isSaid: false }
  })
}

/** Searches that are pinned: those with the most weight; others find room behind them. */
const PINNED = 12

const pinnedOf = (all: readonly v.InferOutput<(typeof searches)['item']>[]): string[] =>
  all
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, PINNED)
    .map(({ term }) => term)
