import { PingbackBodySchema } from '../schema/pingback.ts'
import { EmptyResponse } from '../schema/record-list.ts'
import { family } from './call.ts'

/** §7 Pingback. The key travels as `apikey`; the response body is not read. */
export const pingbackCalls = {
  pingback: family({ upstream: 'pingback', auth: 'key', role: 'visitor', cache: 'never' })({
    method: 'POST',
    path: '/v2/pingback',
    encoding: 'json',
    responseType: 'none',
    input: PingbackBodySchema,
    response: EmptyResponse,
  }),
}
