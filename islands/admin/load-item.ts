import { providerCalls } from '../../shared/calls/provider.ts'
import { MAX_IDS } from '../../shared/limits.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { createPageClient } from '../dom/page-client.ts'

const provider = createPageClient({ gifs: providerCalls.gifs })

type Waiting = { ids: Set<string>; found: Promise<Map<string, Gif>> }
let waiting: Waiting | undefined

/**
 * Reads an item that the page mentions; a hundred that are asked for at once are one request.
 * @returns null for one that is gone, or that nobody may see
 */
export async function loadItem(id: string): Promise<Gif | null> {
  waiting ??= gather()
  waiting.ids.add(id)
  return (await waiting.found).get(id) ?? null
}

function gather(): Waiting {
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
