import type { D1Database } from '@cloudflare/workers-types'
import type { OriginDeps } from '../shared/server/origin.ts'

/** Work for after a response (`jobs.ts`), by the name of its row: twice it finds nothing to do, lost it is found at night. */
export type Job =
  | { kind: 'mail'; id: number }
  | { kind: 'files' }
  | { kind: 'renditions'; gif: string }
  /** Reads files whose content is not known: an item's, or some of all. */
  | { kind: 'hashes'; gif?: string }
  /** `tag`: the id of a magic tag. */
  | { kind: 'channel'; tag: number }
  /** Tries a delivery (`webhooks/deliver.ts`). */
  | { kind: 'webhook'; id: number }
  /** Makes vectors of items (`neighbours/vectors.ts`). */
  | { kind: 'vectors'; gifs: readonly string[] }
  /** Writes a moderator's digest (`mail/digests.ts`). */
  | { kind: 'digest'; user: string }
  /** Searches the library for what looks like new entries of the list (`uploads/phashes.ts`). */
  | { kind: 'alike' }
  /** Writes the mails of a decision (`mail/decision-mails.ts`). */
  | { kind: 'decision-mails'; id: string }
  /** Goes on with all items of a person (`uploads/person-items.ts`). */
  | { kind: 'person-items'; user: string }

/** What jobs work with. */
export type JobDeps = OriginDeps & { DB: D1Database }
