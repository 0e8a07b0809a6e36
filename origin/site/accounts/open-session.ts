import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { tellPerson } from '../../mail/notices.ts'
import { languageOf } from '../../mail/write-mail.ts'
import { browserName } from '../../people/browser-name.ts'
import { createGuesses } from '../../people/guesses.ts'
import { hashOf } from '../../people/secrets.ts'
import { newSession, type OpenSession, sessionOf } from '../../people/sessions.ts'
import type { UserRecord } from '../../people/users.ts'
import type { SiteRequest } from '../site-handlers.ts'

/** Who signs in, and what the session follows from, written in one batch with it. */
export type Opening = {
  user: Pick<UserRecord, 'id' | 'username' | 'access_version' | 'language'>
  before?: readonly D1PreparedStatement[]
  byIssuer?: boolean
  /** The account is new with this session. */
  isFirst?: boolean
}

const NOTE_LANGUAGE = "UPDATE users SET language = ?2 WHERE id = ?1 AND language = ''"

/** Whether a person has signed in with this browser before, or never with any. */
async function isKnown(
  d1: D1Database,
  { id, language }: Opening['user'],
  headers: Headers,
): Promise<boolean> {
  if (language === '') return true
  const known = await createGuesses(d1).browserOf(headers.get('Known-Browser') ?? '')
  return known?.user === id
}

/**
 * Opens a session in one batch with what it follows from, and tells the person of a browser that is new (T71).
 * @returns whether it is open: not where the access that was proved has ended meanwhile; `changed`: whether each statement before
 * has changed a row
 */
export async function openSession(
  deps: Pick<SiteRequest, 'd1' | 'enqueue' | 'headers' | 'nowMs' | 'brand' | 'mailUrl'>,
  { user, before = [], byIssuer = false, isFirst = false }: Opening,
): Promise<{ session: OpenSession; changed: boolean[]; isOpen: boolean }> {
  const { d1, enqueue, ...cause } = deps
  const { headers, nowMs } = cause
  const agent = headers.get('User-Agent') ?? ''
  const { session, statements } = await newSession(d1, {
    userId: user.id,
    version: user.access_version,
    agent,
    before: sessionOf(headers),
    byIssuer,
    nowMs,
  })
  const told = { user, hash: await hashOf(session.secret), reason: browserName(agent) }
  const first = [...before, d1.prepare(NOTE_LANGUAGE).bind(user.id, languageOf(headers)), ...statements]
  const tell = isFirst || (await isKnown(d1, user, headers)) ? [] : [tellPerson(d1, 'signin', told, cause)]
  const results = await d1.batch<{ id: number }>([...first, ...tell])
  for (const { results: mails } of results.slice(first.length))
    enqueue({ kind: 'mail', id: mails[0]?.id ?? 0 })
  return {
    session,
    changed: before.map((_, at) => Boolean(results[at]?.meta.changes)),
    isOpen: Boolean(results[first.length - 1]?.meta.changes),
  }
}
