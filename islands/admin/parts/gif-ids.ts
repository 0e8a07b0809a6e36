import { idOfSlug } from '../../../shared/gif/item-path.ts'

/** The most items of one takedown. */
const MAX = 100

const idOf = (line: string): string | undefined =>
  idOfSlug(URL.parse(line)?.pathname.split('/').at(-1) ?? line)

/**
 * GIFs that somebody has typed or pasted: ids or addresses, one a line.
 * @returns their ids, each once, and the number of the first line that is neither, from 1
 */
export function gifIdsOf(text: string): { ids: string[]; wrongLine?: number } {
  const ids = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    if (!line.trim()) continue
    const id = idOf(line.trim())
    if (!id || ids.size >= MAX) return { ids: [...ids], wrongLine: at + 1 }
    ids.add(id)
  }
  return { ids: [...ids] }
}
