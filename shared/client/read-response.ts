import * as v from 'valibot'
import type { Call } from '../calls/call.ts'
import { LIBRARY_TAG, UpstreamError } from '../errors.ts'
import { ApiError, HttpError, PublicApiError } from '../http-errors.ts'
import { networkFailure } from '../net/network-failure.ts'
import { parseJson } from '../net/parse-json.ts'

/**
 * A call's response, parsed by the call's schema; `undefined` for 202, 204 and a call without an answer (§8).
 * @throws ApiError, PublicApiError or HttpError for a refusal, JsonParseError, UpstreamError for another shape.
 */
export async function readResponse(call: Call, response: Response, path: string): Promise<unknown> {
  if (response.ok && (call.answers === 'nothing' || response.status === 202 || response.status === 204)) {
    await response.body?.cancel()
    return undefined
  }
  const text = await responseText(response)
  if (!response.ok) throw refusal(call, response, text)
  const body = call.answers === 'text' ? text : parseJson(text, path, response.status)
  const result = v.safeParse(call.answer, body)
  if (result.success) return result.output
  const message = `${LIBRARY_TAG}: the answer of ${path} is not what it should be`
  throw new UpstreamError(message, { status: response.status, kind: 'upstream' })
}

/** The body as text. @throws UpstreamError where it breaks off. */
export const responseText = (response: Response): Promise<string> =>
  response.text().catch((cause) => {
    throw networkFailure(cause)
  })

// §8: parsed as JSON and thrown as an API error; without JSON there is nothing but the status.
function refusal(call: Call, response: Response, text: string): HttpError {
  try {
    const details: unknown = JSON.parse(text)
    return call.auth === 'none' ? new PublicApiError(response, details) : new ApiError(response, details)
  } catch {
    return call.auth === 'none' ? new PublicApiError(response, undefined) : new HttpError(response)
  }
}
