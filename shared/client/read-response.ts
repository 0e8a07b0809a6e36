import * as v from 'valibot'
import type { Call } from '../calls/call.ts'
import { LIBRARY_TAG, UpstreamError } from '../errors.ts'
import { ApiError, HttpError, PublicApiError } from '../http-errors.ts'
import { networkFailure } from '../net/network-failure.ts'
import { parseJson } from '../net/parse-json.ts'

/**
 * Parses a response by the call's schema. Returns `undefined` for 202, 204 and calls without a response body (§8).
 * @throws ApiError, PublicApiError or HttpError for an error status, JsonParseError, UpstreamError for another shape.
 */
export async function readResponse(call: Call, response: Response, path: string): Promise<unknown> {
  if (response.ok && (call.responseType === 'none' || response.status === 202 || response.status === 204)) {
    await response.body?.cancel()
    return undefined
  }
  const text = await responseText(response)
  if (!response.ok) throw errorOf(call, response, text)
  const body = call.responseType === 'text' ? text : parseJson(text, path, response.status)
  const result = v.safeParse(call.response, body)
  if (result.success) return result.output
  const message = `${LIBRARY_TAG}: the answer of ${path} is not what it should be`
  throw new UpstreamError(message, { status: response.status, kind: 'upstream' })
}

/** Reads the body as text. @throws UpstreamError if the connection breaks. */
export const responseText = (response: Response): Promise<string> =>
  response.text().catch((cause) => {
    throw networkFailure(cause)
  })

// §8: a JSON body becomes an API error's details; any other leaves only the status.
function errorOf(call: Call, response: Response, text: string): HttpError {
  try {
    const details: unknown = JSON.parse(text)
    return call.auth === 'none' ? new PublicApiError(response, details) : new ApiError(response, details)
  } catch {
    return call.auth === 'none' ? new PublicApiError(response, undefined) : new HttpError(response)
  }
}
