import * as v from 'valibot'
import { titleSlug } from '../../origin/uploads/item-row.ts'
import { filmOf } from '../../shared/calls/film-address.ts'
import { TagsByLanguage } from '../../shared/language-tags.ts'
import { CHOSEN_TYPES } from '../../shared/schema/choices.ts'
import { csvFields } from './csv-fields.ts'
import type { BadLine, Line, ListedChannel, Listing, Said } from './listing.ts'
import { namedCategories } from './read-json.ts'
import { IMPORTED, problemOf, WORDS } from './words.ts'

/** The columns of `library.csv` besides `tags_de` and its like; `docs/moving.md` says what each is. */
export const COLUMNS = [
  ...['file', 'title', 'alt_text', 'tags', 'author', 'channel', 'category', 'type', 'rating'],
  ...['film', 'film_start', 'source', 'id', 'slug', 'date', 'weight'],
] as const

/** Of a list: characters of a line, and lines. */
export const LIST_MAX = { line: 65_536, lines: 100_000 } as const

const TAGS_IN = /^tags_([a-z]{2}(?:[-_][a-z]{2,4})?)$/

const Row = v.object({
  ...WORDS,
  ...IMPORTED,
  type: v.optional(v.picklist(CHOSEN_TYPES, `must be one of ${CHOSEN_TYPES.join(', ')}`)),
  weight: v.optional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.number('must be a number from 0 to 100'),
      v.minValue(0, 'must be a number from 0 to 100'),
      v.maxValue(100, 'must be a number from 0 to 100'),
    ),
  ),
  film_start: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'must be seconds'), v.transform(Number))),
  language_tags: v.optional(TagsByLanguage),
})

type Named = { channels: string[]; categories: string[] }
type Read = Line & Named

/**
 * Reads `library.csv`: a line a file, its columns by the names in the first line. Empty fields say nothing; empty lines, and
 * those that begin with `#`, are left out.
 * @throws Error for a list without a head that says where the files are, and for too many lines
 */
export function readCsv(text: string): Listing {
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (all.length > LIST_MAX.lines + 1) throw new Error(`a list has at most ${LIST_MAX.lines} lines: split it`)
  const given = all
    .map((content, at) => ({ line: at + 1, content }))
    .filter(({ content }) => content.trim() !== '' && !content.startsWith('#'))
  const [head, ...rest] = given
  const columns = headOf(head?.content ?? '', head?.line ?? 1)
  const bad: BadLine[] = []
  const seen = new Map<string, number>()
  const lines = rest.flatMap(({ line, content }): Read[] => {
    try {
      const read = lineOf(columns, content, line)
      const before = seen.get(read.name)
      if (before !== undefined) throw new Error(`${read.name} is in line ${before} already`)
      seen.set(read.name, line)
      return [read]
    } catch (error) {
      bad.push({ line, why: error instanceof Error ? error.message : String(error) })
      return []
    }
  })
  return {
    lines: lines.map(({ channels: _, categories: __, ...line }) => line),
    bad,
    people: [],
    channels: channelsOf(lines),
    categories: categoriesOf(lines),
    pinned: [],
    featured: [],
  }
}

function headOf(content: string, line: number): string[] {
  const columns = csvFields(content).map((name) => name.trim().toLowerCase())
  const unknown = columns.find(
    (name) => !(COLUMNS as readonly string[]).includes(name) && !TAGS_IN.test(name),
  )
  if (unknown !== undefined)
    throw new Error(
      `line ${line}: there is no column '${unknown.slice(0, 40)}'. There are: ${COLUMNS.join(', ')}, tags_de and its like`,
    )
  const twice = columns.find((name, at) => columns.indexOf(name) !== at)
  if (twice) throw new Error(`line ${line}: the column ${twice} is there twice`)
  if (!columns.includes('file'))
    throw new Error(`line ${line}: the first line names the columns, of which one is file`)
  return columns
}

const parts = (field: string | undefined): string[] =>
  (field ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** `hallo=hello, winken`: a tag, and the item's own tag that it means. */
const pairsOf = (field: string) =>
  parts(field).map((part) => {
    const [tag = '', own = ''] = part.split('=').map((word) => word.trim())
    return [tag, own]
  })

function lineOf(columns: readonly string[], content: string, line: number): Read {
  if (content.length > LIST_MAX.line) throw new Error(`is longer than ${LIST_MAX.line} characters`)
  const fields = csvFields(content).map((field) => field.trim())
  if (fields.length > columns.length)
    throw new Error(`has ${fields.length} fields, and there are ${columns.length} columns`)
  const row = new Map(columns.map((name, at) => [name, fields[at] || undefined]))
  const file = row.get('file')
  if (!file) throw new Error('names no file')
  if (/^[/\\]|\.\.|^\w:/.test(file)) throw new Error('file must be a path below the list')
  const tagged = columns.flatMap((name) => {
    const [, lang] = TAGS_IN.exec(name) ?? []
    const field = row.get(name)
    return lang && field ? [[lang, pairsOf(field)] as const] : []
  })
  const { success, output, issues } = v.safeParse(Row, {
    ...Object.fromEntries(row),
    import_datetime: row.get('date'),
    ...(tagged.length > 0 && { language_tags: Object.fromEntries(tagged) }),
  })
  if (!success) throw new Error(problemOf(issues[0]))
  const film = row.get('film')
  if (film !== undefined && !filmOf(film))
    throw new Error('film must be the URL of a film on YouTube or Vimeo')
  const said: Said = { ...output, film_url: film }
  return {
    line,
    name: file,
    path: file,
    said,
    channels: parts(row.get('channel')),
    categories: parts(row.get('category')),
  }
}

const keyOf = ({ said, name }: Read) => said.id ?? name

/** A channel by what lines call it: its slug, or its name. It is whose its first line's item is. */
function channelsOf(lines: readonly Read[]): ListedChannel[] {
  const called = [...new Set(lines.flatMap(({ channels }) => channels))]
  return called.map((name) => {
    const within = lines.filter(({ channels }) => channels.includes(name))
    return {
      line: within[0]?.line ?? 0,
      slug: titleSlug(name),
      display_name: name,
      short_display_name: '',
      description: '',
      author: within[0]?.said.author,
      items: within.map(keyOf),
      isSaid: false,
    }
  })
}

/** Categories by what lines call them: `Reactions/Happy`, or their slugs. */
function categoriesOf(lines: readonly Read[]) {
  const slugged = (path: string) =>
    path
      .split('/')
      .slice(0, 2)
      .map((name) => titleSlug(name.trim()))
      .join('/')
  const called = lines.flatMap(({ categories }) => categories)
  const names = new Map<string, string>()
  for (const path of called) {
    const [top = '', sub = ''] = path.split('/').map((name) => name.trim())
    names.set(slugged(top), names.get(slugged(top)) ?? top)
    if (sub) names.set(slugged(path), names.get(slugged(path)) ?? sub)
  }
  const itemsIn = (path: string) =>
    lines.filter(({ categories }) => categories.some((each) => slugged(each) === path)).map(keyOf)
  return namedCategories([...new Set(called.map(slugged))], itemsIn, (path) => names.get(path) ?? path)
}
