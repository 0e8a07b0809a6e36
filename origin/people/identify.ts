import type { D1Database } from '@cloudflare/workers-types'
import type { Identify } from '../../shared/server/origin.ts'
import { bounded } from '../bounded.ts'
import { databaseOf, throwCause } from '../schema/database.ts'
import { csrfOf } from './secrets.ts'
import { identityOfSession, identityOfToken } from './sessions.ts'

/** ms until a sick database means that nobody can be known: a 503. */
const IDENTIFY_MS = 2000

/** Looks people up at each request, so that a session or token that ended is worth nothing from then on. */
export function createIdentify(d1: D1Database, now: () => number = Date.now): Identify {
  const db = databaseOf(bounded(d1, IDENTIFY_MS))
  return async ({ session, token }) => {
    // A token stands before a session, and a wrong one does not fall back to it.
    if (token) {
      const found = await identityOfToken(db, token, now()).catch(throwCause)
      return found && { actor: found.actor, csrf: undefined }
    }
    const found = session ? await identityOfSession(db, session, now()).catch(throwCause) : undefined
    return found && session ? { actor: found.actor, csrf: await csrfOf(session) } : undefined
  }
}
