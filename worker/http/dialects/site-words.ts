import { ownPath } from '../../../shared/calls/call.ts'
import { proxiedCalls } from '../../../shared/calls/catalogue.ts'

/** What KLIPY's addresses and some of the site's begin with. */
const BASE = '/api/v1/'

/** The words behind `/api/v1/` in the site's own calls. None of them is a key. */
export const SITE_WORDS: ReadonlySet<string> = new Set(
  Object.values(proxiedCalls).flatMap((call) => {
    const path = ownPath(call)
    return path.startsWith(BASE) ? [path.slice(BASE.length).split('/')[0] ?? ''] : []
  }),
)
