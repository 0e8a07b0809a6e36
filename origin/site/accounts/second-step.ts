import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, SuspendedError } from '../../../shared/errors.ts'
import { SecondFactorError } from '../../../shared/server/second-factor-error.ts'
import { type Begun, begin, begunBy, begunCookie, endBegun, spendChallenge } from '../../people/challenges.ts'
import { isCode, spendFactor } from '../../people/factors.ts'
import { type UserRecord, userById } from '../../people/users.ts'
import { findRow } from '../../sql.ts'
import type { SiteRequest } from '../site-handlers.ts'

/** What of a sign-in was right so far. */
export type Proved = {
  user: UserRecord
  /** What is written with the session. */
  before: D1PreparedStatement[]
  /** Whether the first of these statements uses it up. */
  isOnce?: boolean
  /** The hash of its link. */
  link?: string | undefined
  /** What is left to prove, where that is not the person's row to say. */
  left?: 'code' | 'nothing'
  refusal: () => AppError
}

const notBegun = () =>
  new AppError('conflict', 'This sign-in was begun in another browser, or more than 10 minutes ago')
const wrongCode = () => new AppError('unauthorized', 'The code is wrong, or was used already')
const wrongKey = () => new AppError('unauthorized', 'This passkey does not sign in here')

/** What the browser of a request has begun. */
export const begunIn = ({ d1, headers, nowMs }: Pick<SiteRequest, 'd1' | 'headers' | 'nowMs'>) =>
  begunBy(d1, headers.get('Begun-Sign-In') ?? '', nowMs)

const USE_LINK = 'DELETE FROM links WHERE hash = ?1'

async function goOn({ d1 }: SiteRequest, begun: Begun, user: string, left: 'code' | 'nothing') {
  const person = await userById(d1, user)
  if (person.standing === 'suspended') throw new SuspendedError(person.standing_reason)
  const before = [endBegun(d1, begun), ...(begun.link ? [d1.prepare(USE_LINK).bind(begun.link)] : [])]
  return { user: person, before, isOnce: true, left, refusal: notBegun }
}

/** T72: who has given the password in this browser, which is worth nothing but a code. @throws AppError 'conflict' */
export async function proveBegun(deps: SiteRequest): Promise<Proved> {
  const begun = await begunIn(deps)
  if (begun?.purpose !== 'second' || begun.user_id === null) throw notBegun()
  return goOn(deps, begun, begun.user_id, 'code')
}

const KINDS = 'SELECT DISTINCT kind FROM factors WHERE user_id = ?1 ORDER BY kind DESC'

/** T72: the second step of who has one. @throws SecondFactorError without a code, AppError 'unauthorized' for a wrong one */
export async function assertCode(
  { d1, nowMs }: SiteRequest,
  { user, link, left = user.has_factor ? 'code' : 'nothing' }: Proved,
  code: string | undefined,
): Promise<void> {
  if (left === 'nothing') return
  if (code === undefined) {
    const { results } = await d1.prepare(KINDS).bind(user.id).all<{ kind: string }>()
    const secret = await begin(d1, { purpose: 'second', user, link }, nowMs)
    const kinds = results.map(({ kind }) => kind)
    throw new SecondFactorError(kinds, begunCookie(secret))
  }
  if (!(await isCode(d1, user.id, code, nowMs))) throw wrongCode()
}

const KEY = `
  SELECT id, user_id, credential, secret, algorithm, counter FROM factors WHERE credential = ?1 AND kind = 'passkey'`
const KeyRow = v.object({
  id: v.string(),
  user_id: v.string(),
  credential: v.string(),
  secret: v.string(),
  algorithm: v.string(),
  counter: v.number(),
})

/** T73: by a passkey, as the second step of what was begun, or by itself. @throws AppError 'conflict', 'unauthorized'; InputError */
export async function provePasskey(deps: SiteRequest, text: string): Promise<Proved> {
  const { d1, nowMs, publicUrl, ADMIN_HOST } = deps
  const begun = await begunIn(deps)
  if (!begun || begun.purpose === 'add' || !(await spendChallenge(d1, begun))) throw notBegun()
  const { readAssertion, countOf, isHandle } = await import('../../people/passkeys.ts')
  const given = readAssertion(text)
  const key = await findRow(KeyRow, d1.prepare(KEY).bind(given.id))
  const isAlone = begun.purpose === 'alone'
  const owner = isAlone ? key?.user_id : begun.user_id
  const isTheirs = !isAlone || isHandle(given.response.userHandle ?? '', owner ?? '')
  if (!key || key.user_id !== owner || !isTheirs) throw wrongKey()
  const count = await countOf(given, key, { publicUrl, ADMIN_HOST, challenge: begun.challenge }, isAlone)
  if (count === undefined || !(await spendFactor(d1, key, count, nowMs))) throw wrongKey()
  return goOn(deps, begun, owner, 'nothing')
}
