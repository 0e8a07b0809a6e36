import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call } from '../../shared/calls/call.ts'
import { JsonParseError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import { reply } from '../http/reply.ts'
import type { Answered } from './ask-upstream.ts'
import { ownSetCookie } from './cookies.ts'
import type { Bytes } from './read-fields.ts'
import { Refusal } from './refusal.ts'

type C = Context<App>

/** The upstream's answer as ours: its status and body, its two cookies if it is the site, and no other header. */
export function toResponse(c: C, call: Call, answered: Answered, secrets: string[]): Response {
  const { status, headers, bytes } = answered
  if (status < 200 || status > 299) throw new Refusal(call, answered, secrets)
  const isEmpty = status === 202 || status === 204 || (bytes.byteLength === 0 && isSilent(call))
  const response = isEmpty
    ? reply(c, null, status === 202 ? 202 : 204)
    : reply(c, checkedBody(c, call, answered), status, { 'Content-Type': TYPES[call.answers] })
  if (call.upstream === 'site') {
    for (const line of headers.getSetCookie()) {
      const own = ownSetCookie(line)
      if (own) response.headers.append('Set-Cookie', own)
    }
  }
  return response
}

const TYPES: Record<Call['answers'], string> = {
  json: 'application/json; charset=utf-8',
  text: 'text/csv; charset=utf-8',
  nothing: 'application/json; charset=utf-8',
}

const isSilent = ({ answer }: Call) => v.safeParse(answer, undefined).success

/** @throws JsonParseError for a page where JSON should be: it would run as ours if it were passed on as it is. */
function checkedBody(c: C, call: Call, { bytes, status }: Answered): Bytes {
  if (call.answers === 'text') return bytes
  if (readJson(bytes) === undefined) throw new JsonParseError(c.req.path, status)
  return bytes
}

/** A body as JSON; undefined when it is none. */
export function readJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
