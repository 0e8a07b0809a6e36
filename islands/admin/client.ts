import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { workerCalls } from '../../shared/calls/worker.ts'
import { createPageClient } from '../dom/page-client.ts'

/** The calls of the site and of this Worker, by the session of who looks at the page. */
export const client = createPageClient({ ...siteCalls, ...ownSiteCalls, ...workerCalls })
