import type { D1Database } from '@cloudflare/workers-types'
import { isbot } from 'isbot'
import type { CountSearch } from '../../shared/server/origin.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { createVisitorHash } from '../stored-key.ts'
import { readQuery } from '../words.ts'

/** Different searches of one network that count within an hour. */
export const TERMS_OF_NETWORK = 60
/** Networks that an isolate remembers, so that most repetitions cost no statement. */
const NETWORKS = 5000
const TERM_MAX = 100
const AGENT_MAX = 512
/** Terms that are kept at night: those with the most searches. */
const TERMS = 50_000

// A repetition is ignored, and a flood ends here. The table's trigger counts.
const COUNT = `
  INSERT OR IGNORE INTO searched (hour, visitor, term)
  SELECT ?1, ?2, ?3
   WHERE (SELECT count(*) FROM searched WHERE hour = ?1 AND visitor = ?2) < ${TERMS_OF_NETWORK}`

const FORGET = 'DELETE FROM searched WHERE hour < ?1'
/** What trending searches are counted by: today and yesterday. */
const FORGET_NETWORKS = 'DELETE FROM term_networks WHERE day < ?1'
const FORGET_DAYS = 'DELETE FROM term_days WHERE day < ?1'

const TRIM = `
  DELETE FROM search_counts
   WHERE term IN (SELECT term FROM search_counts ORDER BY count DESC, searched_at DESC LIMIT -1 OFFSET ${TERMS})`

/** The words of a search, without the user or channel it is limited to. */
const termOf = (q: string): string =>
  readQuery(q.normalize('NFC').trim()).words.split(/\s+/).join(' ').trim().toLowerCase().slice(0, TERM_MAX)

/** Counts a network once an hour for the same words. Nothing of who it was leaves the hash of the day. */
export function createSearchCounter(db: D1Database, now: () => number = Date.now): CountSearch {
  const hash = createVisitorHash(db, now)
  const known = new Map<string, Set<string>>()
  let knownHour = 0

  /** Whether this isolate has not seen a network search for this within the hour, nor for too much else. */
  function isNew(network: string, term: string, hour: number): boolean {
    if (hour !== knownHour || known.size >= NETWORKS) known.clear()
    knownHour = hour
    const terms = known.get(network) ?? new Set()
    known.set(network, terms)
    return terms.size < TERMS_OF_NETWORK && terms.size < terms.add(term).size
  }

  return async ({ q, network, agent }) => {
    const term = termOf(q)
    const hour = Math.floor(now() / HOUR_MS)
    if (!term || isbot(agent.slice(0, AGENT_MAX)) || !isNew(network, term, hour)) return
    await db.batch([
      db.prepare(COUNT).bind(hour, await hash(network), term.toWellFormed()),
      db.prepare(FORGET).bind(hour - 1),
      db.prepare(FORGET_NETWORKS).bind(Math.floor(now() / DAY_MS) - 1),
    ])
  }
}

/** Drops at night all that is over the bounds. */
export async function trimSearches(db: D1Database, nowMs: number): Promise<void> {
  const yesterday = Math.floor(nowMs / DAY_MS) - 1
  await db.batch([
    db.prepare(FORGET).bind(Math.floor(nowMs / HOUR_MS) - 1),
    db.prepare(TRIM),
    db.prepare(FORGET_NETWORKS).bind(yesterday),
    db.prepare(FORGET_DAYS).bind(yesterday),
  ])
}
