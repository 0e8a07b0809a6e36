import * as v from 'valibot'
import type { Call } from '../../shared/calls/call.ts'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { AppError } from '../../shared/errors.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { releaseLarge } from '../../shared/server/body/large-body.ts'
import type { AppContext } from '../http/context.ts'
import { readCredentials } from '../http/credentials.ts'
import { textOf } from '../upstreams/send.ts'
import { admit, assertFrom, isOwnToken, pageCredentials, senderOf } from './access.ts'
import { sendCall } from './callers.ts'
import { readBody } from './read-input.ts'
import { ownCookies } from './to-response.ts'

type C = AppContext

const CALLS = { ...siteCalls, ...ownSiteCalls }
type CallName = keyof typeof CALLS

/** What a page gets of a call that it has made. */
type Made<Name extends CallName> = {
  body: v.InferOutput<(typeof CALLS)[Name]['response']>
  /** The site's cookies, as our own response sets them. */
  cookies: string[]
  /** The `csrftoken` of the session that made it. */
  csrf: string | undefined
}

type Fields = Record<string, unknown>

/**
 * Makes a call of the site for who requests a page, with every check of `handleCall` but those of its body, which
 * `readForm` has made. It is made by the session alone.
 * @param password the header of §6, for the calls that take one.
 * @throws AppError; a Refusal is the site's own.
 */
export async function pageCall<Name extends CallName>(
  c: C,
  name: Name,
  fields: Fields,
  password?: string,
): Promise<Made<Name>> {
  const call: Call = CALLS[name]
  const params = typeof fields.id === 'string' ? { id: fields.id } : {}
  const found = { name, call, params }
  const credentials = pageCredentials(c, password)
  const caller = await admit(c, found, { isWrite: call.method !== 'GET', credentials })
  const input = parseInput(call, fields)
  const response = await sendCall(c, found, caller, { input })
  return {
    body: v.parse(CALLS[name].response, jsonOrNothing(textOf(response))),
    cookies: ownCookies(c, response.headers),
    csrf: caller.csrf,
  }
}

/** A form does not repeat its browser's `csrftoken`: the cookie has ended since, or the form is not ours. */
export class FormTokenError extends AppError {
  override readonly name = 'FormTokenError'

  constructor() {
    super('forbidden', 'The form has no token of this browser')
  }
}

/** T19: a form is posted by our own pages. @throws AppError 'forbidden' where a browser says that it is another site's */
export function assertOwnForm(c: C): void {
  assertFrom('own', senderOf(c, { csrf: undefined }))
}

/**
 * Reads a form of at most 16 KB, whose field `csrf` repeats the `csrftoken`. Fields that are no single text are left out.
 * @throws FormTokenError, or AppError
 */
export async function readForm(c: C): Promise<Record<string, string>> {
  const { raw } = c.req
  const publicUrl = c.get('publicUrl')
  try {
    const { fields } = await readBody(raw, { encoding: 'form' })
    const texts = Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const { csrf = '', ...form } = Object.fromEntries(texts)
    if (!isOwnToken(csrf, readCredentials(raw.headers, publicUrl).csrf)) throw new FormTokenError()
    return form
  } finally {
    releaseLarge(raw)
  }
}
