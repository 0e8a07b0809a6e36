import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/**
 * An item that is decided about, as it was seen. What has come since, by the ids of the last decision, report, and claim, is not
 * decided about; without them, all is.
 */
export type Seen = {
  gif_id: string
  revision?: number | undefined
  decision?: number | undefined
  report?: number | undefined
  claim?: number | undefined
  /** It has no row of `moderations`: it is no item of the library, or is taken down. */
  isBare?: boolean
}

/** Who closes, when, and how: `act` names all that is closed together. */
export type Closing = { act: string; by: string; at: string; note: string; isRight: boolean }

// ?1 the act, ?2 who, ?3 now, ?4 the note, ?5 the state, ?6 JSON of what was seen
const CLOSE_REPORTS = `
  UPDATE reports
     SET state = ?5, note = iif(?4 = '', note, ?4), decided_at = ?3, act = ?1,
         decided_by = coalesce((SELECT username FROM users WHERE id = ?2), '')
    FROM (SELECT value ->> 'gif_id' AS gif, value ->> 'report' AS last, value ->> 'isBare' AS is_bare FROM json_each(?6))
   WHERE gif_id = gif AND state = 'open' AND id <= coalesce(last, id)
     AND (is_bare OR gif IN (SELECT gif_id FROM moderations WHERE act = ?1))`

// Claims are staff's. The owner's objection is right where the claims are wrong.
const CLOSE_CLAIMS = `
  UPDATE claims
     SET state = iif((kind = 'objection') = (?4 = 'rejected'), 'accepted', 'rejected'), decided_at = ?3, act = ?1,
         decided_by = (SELECT username FROM users WHERE id = ?2)
    FROM (SELECT value ->> 'gif_id' AS gif, value ->> 'claim' AS last, value ->> 'isBare' AS is_bare FROM json_each(?5))
   WHERE gif_id = gif AND state = 'open' AND id <= coalesce(last, id)
     AND (SELECT role FROM users WHERE id = ?2) = 'staff'
     AND (is_bare OR gif IN (SELECT gif_id FROM moderations WHERE act = ?1))`

/**
 * The statements that close what is open about items: of those with a decision, behind its row, in its batch. `isRight`
 * says whether the reports were right.
 */
export const closeStatements = (
  d1: D1Database,
  seen: readonly Seen[],
  { act, by, at, note, isRight }: Closing,
): D1PreparedStatement[] => {
  const state = isRight ? 'accepted' : 'rejected'
  const list = JSON.stringify(seen)
  return [
    d1.prepare(CLOSE_REPORTS).bind(act, by, at, note, state, list),
    d1.prepare(CLOSE_CLAIMS).bind(act, by, at, state, list),
  ]
}

const REOPEN_REPORTS = (acts: string) => `
  UPDATE reports SET state = 'open', decided_at = NULL, decided_by = NULL, act = NULL, note = ''
   WHERE (act, gif_id) IN (${acts})`

const REOPEN_CLAIMS = (acts: string) => `
  UPDATE claims SET state = 'open', decided_at = NULL, decided_by = NULL, act = NULL
   WHERE (act, gif_id) IN (${acts})`

/** The statements that open again what was closed: `acts` is SQL of acts and items, whose only parameter is ?1. */
export const reopenStatements = (d1: D1Database, acts: string, value: string): D1PreparedStatement[] => [
  d1.prepare(REOPEN_REPORTS(acts)).bind(value),
  d1.prepare(REOPEN_CLAIMS(acts)).bind(value),
]
