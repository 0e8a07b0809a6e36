import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import type { Partners } from '../shared/server/origin.ts'
import { createBlurs } from './imaging/blurs.ts'
import { createPartnerKeys } from './people/partner-keys.ts'
import { createRecents } from './recents.ts'
import { createPageTokens } from './stored-key.ts'

/** What clients of the API need of the library, besides its items. */
export const createPartners = (db: D1Database, bucket: R2Bucket | undefined): Partners => ({
  keys: createPartnerKeys(db),
  pages: createPageTokens(db),
  recents: createRecents(db),
  blurs: bucket && createBlurs(db, bucket),
})
