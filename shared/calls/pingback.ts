import { Acknowledged } from '../schema/many.ts'
import { PingbackBodySchema } from '../schema/pingback.ts'
import { family } from './call.ts'

/** §7 Pingback. The key travels as `apikey`; the answer is not read. */
export const pingbackCalls = {
  pingback: family({ upstream: 'pingback', auth: 'key', cache: 'never' })({
    method: 'POST',
    path: '/v2/pingback',
    sends: 'json',
    answers: 'nothing',
    input: PingbackBodySchema,
    answer: Acknowledged,
  }),
}
