import * as v from 'valibot'
import { type Call, parseInput, prepareCall } from '../../shared/calls/call.ts'
import { directUrl, REMOVED_MAX_IDS } from '../../shared/direct.ts'
import { AppError } from '../../shared/errors.ts'
import { type AppContext, checkedQuery, directOf, readContext, reply, replyJson } from '../http/context.ts'

/** A read of `/v1/*` and `/v2/*` where the browser calls the provider: it is sent there, by an address with the public key. */
export async function sendToProvider(c: AppContext, call: Call, chosen: Record<string, string>) {
  const { ids, ...fields } = parseInput(call, { ...c.req.query(), ...c.req.param(), ...chosen })
  const { partner, services } = c.var
  // What a partner's key rules out would come from there all the same.
  if (partner && partner.provider !== services.provider)
    throw new AppError('not-implemented', 'A key with a rating or a block list has no provider here')
  const direct = directOf(c)
  const named = fields.id ?? fields.gif_id
  if (named) await direct.assertOpen(String(named), readContext(c))
  const open = ids === undefined ? {} : { ids: await openOnly(c, String(ids)) }
  const { path, fields: pairs } = prepareCall(call, { ...fields, ...open })
  const Location = directUrl(`${path}?${new URLSearchParams(pairs)}`, direct)
  return reply(c, null, 307, { Location, 'Cache-Control': 'no-store' })
}

async function openOnly(c: AppContext, ids: string): Promise<string> {
  const all = ids.split(',')
  const open = await directOf(c).openIds(all, readContext(c))
  const left = all.filter((id) => open.has(id))
  if (left.length === 0) throw new AppError('removed', 'These GIFs were taken down')
  return left.join()
}

const Query = v.object({
  ids: v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    v.maxLength(REMOVED_MAX_IDS, `ids are ${REMOVED_MAX_IDS} at most`),
    v.everyItem((id) => /^[\w-]{1,128}$/.test(id), 'ids are ids of items, joined with commas'),
  ),
})

/** For how many seconds a response is fresh. */
const FRESH_S = 5

/** `/v1/removed?ids=`: which of these items no one may be shown. Pages ask it for what the provider gave them. */
export async function removedIds(c: AppContext): Promise<Response> {
  const { ids } = checkedQuery(c, Query)
  const open = await directOf(c).openIds(ids, readContext(c))
  const body = { data: ids.filter((id) => !open.has(id)) }
  return replyJson(c, body, 200, { 'Cache-Control': `public, max-age=${FRESH_S}` })
}
