import { attempt } from '../../shared/server/deadline.ts'
import { foldedText } from '../words.ts'
import { embed, type VectorBindings } from './vectors.ts'

/** Finds the ids of items that mean nearly the same as a text, the nearest first. It never throws, and none may be there. */
export type FindNeighbours = (text: string, shelf: string) => Promise<readonly string[]>

/** ms that a search waits for them. */
const WAIT_MS = 400
/** ms without them after a failure: then no search waits. */
const REST_MS = 30_000
/** As many as the index gives without their values. */
const NEAREST = 100
/** The cosine below which two texts have nothing to do with each other: no item is better than any item. */
const NEAR = 0.55

/** Texts whose neighbours an isolate keeps, and for how many ms. */
const KNOWN_MAX = 500
const KNOWN_MS = 600_000

export function createNeighbours({ AI, VECTORIZE }: VectorBindings): FindNeighbours {
  const known = new Map<string, { at: number; ids: readonly string[] }>()
  let restsUntil = 0

  async function find(text: string, namespace: string): Promise<string[]> {
    const [vector = []] = await embed({ AI }, [text])
    const { matches } = await VECTORIZE.query(vector, { topK: NEAREST, namespace })
    return matches.filter(({ score }) => score >= NEAR).map(({ id }) => id)
  }

  return async (text, shelf) => {
    const key = `${shelf} ${foldedText(text) || text}`
    const now = Date.now()
    const kept = known.get(key)
    if (kept && now - kept.at < KNOWN_MS) return kept.ids
    if (now < restsUntil) return []
    const ids = await attempt(
      WAIT_MS,
      () => find(text, shelf),
      () => {
        restsUntil = now + REST_MS
        console.error('neighbours: the model or its index does not answer')
      },
    )
    if (!ids) return []
    known.delete(key)
    known.set(key, { at: now, ids })
    const [oldest = ''] = known.keys()
    if (known.size > KNOWN_MAX) known.delete(oldest)
    return ids
  }
}
