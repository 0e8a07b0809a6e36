import type { D1Database } from '@cloudflare/workers-types'
import type { OriginDeps } from '../shared/server/origin.ts'

/**
 * Work for after a response (`jobs.ts`). The row in the database is the truth, and a job only its name: one that comes twice
 * finds its work done, and one that is lost is found again at night.
 */
export type Job =
  | { kind: 'mail'; id: number }
  | { kind: 'files' }
  | { kind: 'renditions'; gif: string }
  /** `tag`: the id of a magic tag. */
  | { kind: 'channel'; tag: number }

/** What jobs work with. */
export type JobDeps = OriginDeps & { DB: D1Database }
