const ID = /^[A-Za-z0-9_]{1,64}$/

/** The most items of one takedown. */
const MAX = 100

// The id of an address is what follows the last dash of its last part.
function idOf(line: string): string | undefined {
  const url = URL.parse(line)
  const id = url ? url.pathname.split('/').at(-1)?.split('-').at(-1) : line
  return id !== undefined && ID.test(id) ? id : undefined
}

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
