import type { D1Database } from '@cloudflare/workers-types'
import type { ReadFile } from '../../origin/search/data/load-data.ts'
import { loadSearchData } from '../../origin/search/data/load-data.ts'
import { understand, type Vocabulary } from '../../origin/search/query.ts'
import { createVocabulary } from '../../origin/search/searched.ts'

const RUNS = 20

/** Asks once for the same: what a vocabulary takes is the database's time. */
function inMemory(vocabulary: Vocabulary): Vocabulary {
  const kept = Object.entries(vocabulary).map(([name, ask]: [string, (...asked: unknown[]) => unknown]) => {
    const known = new Map<string, unknown>()
    return [
      name,
      (...asked: unknown[]) => {
        const key = JSON.stringify(asked)
        if (!known.has(key)) known.set(key, ask(...asked))
        return known.get(key)
      },
    ]
  })
  return Object.fromEntries(kept)
}

/** How long the understanding of each text takes, in ms, without what it looks up. */
export async function understandingMs(
  db: D1Database,
  readFile: ReadFile,
  texts: readonly string[],
): Promise<number[]> {
  const data = await loadSearchData(readFile)
  const context = {
    lang: '',
    vocabulary: inMemory(createVocabulary(db)),
    data,
    synonyms: async () => new Map(),
  }
  const times: number[] = []
  // What is compiled, loaded and looked up by then is not counted.
  for (const text of texts) await understand(text, context)
  for (const text of texts) {
    const start = performance.now()
    for (let run = 0; run < RUNS; run++) await understand(text, context)
    times.push((performance.now() - start) / RUNS)
  }
  return times
}
