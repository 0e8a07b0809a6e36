import * as v from 'valibot'
import { ownSiteCalls } from '../../../shared/calls/catalogue.ts'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import { AppError } from '../../../shared/errors.ts'
import { REPORT_REASONS, REPORT_TEXT_MAX } from '../../../shared/schema/own/staff.ts'
import { releaseLarge } from '../../../shared/server/body/large-body.ts'
import type { AppContext } from '../../http/context.ts'
import { admit } from '../../proxy/access.ts'
import { sendCall } from '../../proxy/callers.ts'
import { readBody } from '../../proxy/read-input.ts'
import { countAct } from '../count-act.ts'
import type { KlipyType } from './item.ts'
import { done, findItem } from './lists.ts'

type Params = Record<string, string>

// Of a body nothing is needed: it names the customer and the search.
const counted =
  (action: 'SHARE' | 'SEEN') =>
  async (c: AppContext, type: KlipyType, { slug = '' }: Params): Promise<Response> => {
    await countAct(c, () => findItem(c, type, slug), action)
    return done(c)
  }

export const share = counted('SHARE')

export const view = counted('SEEN')

const ReportSchema = v.object({
  reason: v.pipe(v.string('reason is required'), v.trim(), v.minLength(1, 'reason is required')),
})

/** A reason of our list by the client's own word; of any other the moderators read the words. */
function toReport(reason: string) {
  const known = REPORT_REASONS.find((each) => each === reason.toLowerCase())
  return known
    ? { reason: known }
    : { reason: 'other', additional_info: reason.slice(0, REPORT_TEXT_MAX).toWellFormed() }
}

/** No one is signed in here, even with cookies. */
const NONE = {
  session: undefined,
  cookie: undefined,
  csrf: undefined,
  token: undefined,
  password: undefined,
} as const

/** Reports an item to the embedded site's moderators, as often as a visitor of the report page may. */
export async function report(c: AppContext, type: KlipyType, { slug = '' }: Params): Promise<Response> {
  if (!c.get('services').upstreams.site.hasOwnCalls) {
    throw new AppError('not-implemented', 'Reports are not taken here')
  }
  const call = ownSiteCalls.report
  const found = { name: 'report', call, params: {} }
  const caller = await admit(c, found, { isWrite: true, credentials: NONE })
  const { item } = await findItem(c, type, slug)
  try {
    const { fields } = await readBody(c.req.raw, { encoding: 'form' })
    const { reason } = parseInput({ input: ReportSchema }, fields)
    const input = parseInput(call, { gif: item.id, anonymous: 1, ...toReport(reason) })
    await sendCall(c, found, caller, { input })
    return done(c)
  } finally {
    releaseLarge(c.req.raw)
  }
}
