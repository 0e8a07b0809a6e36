import { useQuery } from '@tanstack/react-query'
import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { MAX_IDS } from '../../../shared/limits.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { provider } from '../admin.tsx'

let waiting: ReturnType<typeof gather> | undefined

/** Reads an item, a hundred at once in one request. @returns null for one that is gone, or hidden from the reader */
async function loadItem(id: string): Promise<Gif | null> {
  waiting ??= gather()
  waiting.ids.add(id)
  return (await waiting.found).get(id) ?? null
}

function gather() {
  const ids = new Set<string>()
  const found = Promise.resolve().then(async () => {
    waiting = undefined
    const all = [...ids]
    const starts = Array.from({ length: Math.ceil(all.length / MAX_IDS) }, (_, n) => n * MAX_IDS)
    const lists = await Promise.all(
      starts.map((start) => provider.gifs({ ids: all.slice(start, start + MAX_IDS).join() })),
    )
    return new Map(lists.flatMap((list) => list?.data ?? []).map((gif) => [gif.id, gif]))
  })
  return { ids, found }
}

/** An item by its id, as a query; the page knows it already where `gif` is given. */
export const useItem = (id: string, gif?: Gif) =>
  useQuery({ queryKey: ['item', id], queryFn: () => loadItem(id), enabled: !gif })

/** The items of these ids, in their order, and the ids that no item has. */
export async function lookUp(ids: readonly string[]): Promise<{ found: Gif[]; missing: string[] }> {
  const items = await Promise.all(ids.map(loadItem))
  return { found: items.filter((gif) => gif !== null), missing: ids.filter((_, at) => items[at] === null) }
}

/** The most items of one takedown, story or choice. */
export const ITEMS_MAX = 100

const idOf = (line: string): string | undefined =>
  idOfSlug(URL.parse(line)?.pathname.split('/').at(-1) ?? line)

/** GIFs as typed: ids or addresses, one a line. @returns each id once, and whole the lines that are neither or too many */
export function gifIdsOf(text: string): { ids: string[]; wrong: string[] } {
  const ids = new Set<string>()
  const wrong: string[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    const id = idOf(line)
    if (id && (ids.has(id) || ids.size < ITEMS_MAX)) ids.add(id)
    else if (line) wrong.push(line)
  }
  return { ids: [...ids], wrong }
}

/** Lines as a message names them. */
export const linesText = (lines: readonly string[]): string => lines.map((line) => `“${line}”`).join(', ')

/** What a search field asks for: an item's address in the place of words is that item. */
export function wantedOf(q = '') {
  const gif = idOfSlug(URL.parse(q)?.pathname.split('/').at(-1) ?? '')
  return gif ? { gif } : q && { q }
}
