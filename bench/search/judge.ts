import { cousinOf, numberOf } from './library.ts'

export const SHELVES = ['gifs', 'stickers', 'text'] as const
export type Shelf = (typeof SHELVES)[number]

/** What a known item is, as far as a judgement needs it. */
export type JudgedItem = { id: string; slug: string; type: string }

/** A search as someone types it, its class, and the slugs of the known items that belong to it. */
export type Query = { class: string; lang: string; text: string; belongs: ReadonlySet<string> }

/** A query to one shelf where something belongs to it; the rank of the first that does, or 0. */
export type Judged = { query: Query; shelf: Shelf; rank: number }

export type Score = { class: string; queries: number; at5: number; mrr: number }

/** Words that mean nothing in any language, and are far from those that do. */
export const NONSENSE: readonly string[] = [
  'xqzvkj',
  'asdfghjkl',
  'qwrtpsdf',
  'zzxqyyqq',
  'flurbzoink',
  'vrmpfkx',
  'ghjkqpw',
  'mnbvcxqz',
  'wxwqzw kjhgf',
  'ゑぬヱヰヲ',
]

/** Reads `queries.tsv`: a head, then class, language, query and slugs of each. */
export const readQueries = (tsv: string): Query[] =>
  tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', lang = '', text = '', slugs = ''] = line.split('\t')
      return { class: name, lang, text, belongs: new Set(slugs.split(' ')) }
    })

const shelfOf = (type: string): Shelf => (type === 'sticker' ? 'stickers' : type === 'text' ? 'text' : 'gifs')

/** Finds the ids of a search's first page. */
export type Find = (text: string, shelf: Shelf) => Promise<readonly string[]>

/** Asks each query on each shelf where something belongs to it. A generated item belongs where the one that it is about does. */
export async function judge(
  queries: readonly Query[],
  items: readonly JudgedItem[],
  find: Find,
): Promise<Judged[]> {
  const bySlug = new Map(items.map((item) => [item.slug, item]))
  const byId = new Map(items.map((item) => [item.id, item]))
  const itemOf = (id: string) => byId.get(id) ?? cousinOf(numberOf(id) ?? 1, items)
  const judged: Judged[] = []
  for (const query of queries) {
    const shelves = new Set([...query.belongs].map((slug) => shelfOf(bySlug.get(slug)?.type ?? '')))
    for (const shelf of shelves) {
      const ids = await find(query.text, shelf)
      judged.push({
        query,
        shelf,
        rank: 1 + ids.findIndex((id) => query.belongs.has(itemOf(id)?.slug ?? '')),
      })
    }
  }
  return judged
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length

const scoreOf = (name: string, judged: readonly Judged[]): Score => {
  const queries = [...Map.groupBy(judged, ({ query }) => query).values()]
  const overAll = (of: (rank: number) => number) =>
    mean(queries.map((asked) => mean(asked.map(({ rank }) => of(rank)))))
  return {
    class: name,
    queries: queries.length,
    at5: overAll((rank) => Number(rank >= 1 && rank <= 5)),
    mrr: overAll((rank) => (rank > 0 ? 1 / rank : 0)),
  }
}

/** Hit at 5 and mean reciprocal rank of each class, and of all. A query counts once, however many shelves it is asked on. */
export const scoresOf = (judged: readonly Judged[]): Score[] => [
  ...[...Map.groupBy(judged, ({ query }) => query.class)].map(([name, some]) => scoreOf(name, some)),
  scoreOf('all', judged),
]
