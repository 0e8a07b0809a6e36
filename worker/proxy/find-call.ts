import { type Call, ownPath } from '../../shared/calls/call.ts'
import { proxiedCalls } from '../../shared/calls/catalogue.ts'
import { createCallTable } from '../http/routing/call-table.ts'

/** Finds the entry of the call that a request makes, by its path on our own host. */
export const findCall = createCallTable(proxiedCalls as Record<keyof typeof proxiedCalls, Call>, ownPath)
