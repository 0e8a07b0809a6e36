import type { Call } from '../../shared/calls/call.ts'
import { ownPath } from '../../shared/calls/call.ts'
import { proxiedCalls } from '../../shared/calls/catalogue.ts'
import { releaseLarge } from '../../shared/server/body/large-body.ts'
import { createCallTable, type FoundCall } from '../../shared/server/call-table.ts'
import type { AppContext } from '../http/context.ts'
import { readCredentials } from '../http/credentials.ts'
import { admit } from './access.ts'
import { sendCall } from './callers.ts'
import { readInput } from './read-input.ts'
import { toResponse } from './to-response.ts'

type C = AppContext

const findIn = createCallTable(proxiedCalls as Record<keyof typeof proxiedCalls, Call>, ownPath)

/** Finds the call that a request makes, by its path on our own host. @throws AppError 'not-found', MethodError */
export function findCall(c: C, address: URL): FoundCall {
  const found = findIn(c.req.method, c.req.path, address.searchParams)
  c.set('route', ownPath(found.call))
  return found
}

/**
 * Handles a call of the site, the gateway or the imaging service: whether it may be made (`access.ts`), and only then its
 * body (T18).
 */
export async function handleCall(c: C): Promise<Response> {
  const { raw } = c.req
  const address = new URL(c.req.url)
  const found = findCall(c, address)
  const sent = readCredentials(raw.headers, c.get('publicUrl'))
  const caller = await admit(c, found, {
    address,
    credentials: sent,
    isWrite: !/^(GET|HEAD)$/.test(raw.method),
  })
  try {
    const fields = await readInput(raw, found, caller.input, c.get('services').config)
    const response = await sendCall(c, found, caller, fields)
    return toResponse(c, found.call, response)
  } finally {
    releaseLarge(raw)
  }
}
