import type { Next } from 'hono'
import { CLIENT_HEADERS } from '../../../shared/net/headers.ts'
import { MethodTable, refusal } from '../../../shared/server/call-table.ts'
import { type AppContext, preflight, replyJson } from '../../http/context.ts'
import { SITE_WORDS } from '../../http/dialects/site-words.ts'
import { asPartner } from '../../http/partners/partner-access.ts'
import { report, share, view } from './acts.ts'
import type { KlipyType } from './item.ts'
import { categories, done, item, recent, search, trending } from './lists.ts'

type Handle = (c: AppContext, type: KlipyType, params: Record<string, string>) => Response | Promise<Response>

/** What KLIPY has below a type; acts have two orders (`docs/wire.md`, KLIPY v1). */
const TABLE = new MethodTable<Handle>()
TABLE.add('GET', '/trending', trending)
TABLE.add('GET', '/search', search)
TABLE.add('GET', '/categories', categories)
TABLE.add('GET', '/recent/:customer', recent)
TABLE.add('DELETE', '/recent/:customer', done)
for (const [name, act] of Object.entries({ share, view, report })) {
  TABLE.add('POST', `/${name}/:slug`, act)
  TABLE.add('POST', `/:slug/${name}`, act)
}
TABLE.add('GET', '/:slug', item)

const OPTIONS = preflight('GET, POST, DELETE', CLIENT_HEADERS)

/** A handler of what a key has; an address of the site's own goes on to it. */
const ofKey =
  (handle: (c: AppContext) => Response | Promise<Response>) =>
  async (c: AppContext, next: Next): Promise<Response | undefined> => {
    if (SITE_WORDS.has(c.req.param('key') ?? '')) {
      await next()
      return undefined
    }
    // The class is known by now alone: whose address it is, the catalogue says.
    c.set('responseClass', 'klipy')
    if (c.req.method === 'OPTIONS') return OPTIONS(c)
    return asPartner(c, c.req.param('key'), async () => handle(c))
  }

/** `/api/v1/{key}/{type}/…`. */
export const klipy = ofKey((c) => {
  // '', api, v1, the key, the type
  const path = `/${c.req.path.split('/').slice(5).join('/')}`
  const matches = TABLE.match(path)
  const wanted = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const match = matches.find(({ method }) => method === wanted)
  if (!match) throw refusal(matches, 'There is nothing at this address')
  return match.target(c, c.req.param('type') as KlipyType, match.params)
})

/** `/api/v1/{key}/health-check`. */
export const healthCheck = ofKey((c) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw refusal([{ method: 'GET' }], '')
  return replyJson(c, { result: true }, 200)
})
