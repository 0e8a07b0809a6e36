import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { FactorsSchema } from '../../../shared/schema/own/factors.ts'
import { isoTime } from '../../../shared/time.ts'
import { type FactorEvent, factorTexts } from '../../mail/factor-texts.ts'
import { tellPerson } from '../../mail/notices.ts'
import {
  begin,
  begunBy,
  begunCookie,
  challenge as setChallenge,
  spendChallenge,
} from '../../people/challenges.ts'
import { dropIdleCodes, FACTORS_MAX, newRecoveryCodes } from '../../people/factors.ts'
import { seal } from '../../people/sealed.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { decides, sessionOf } from '../../people/sessions.ts'
import { stepOf } from '../../people/totp.ts'
import { type UserRecord, userById } from '../../people/users.ts'
import { findRow, isUnique, json } from '../../sql.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { begunIn } from './second-step.ts'

const FACTORS = `
  SELECT (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) AS recovery_codes,
         (SELECT json_group_array(json_object('id', id, 'kind', kind, 'name', name, 'created_at', created_at,
                                              'last_used_at', last_used_at))
            FROM (SELECT * FROM factors WHERE user_id = ?1 ORDER BY kind DESC, created_at, id)) AS results`
const { results, recovery_codes } = FactorsSchema.entries
const FactorsRow = v.object({ recovery_codes, results: json(results) })

// Only while the session that makes it is good. A new app takes the place of the one before.
const ADD = `
  INSERT INTO factors (id, user_id, kind, name, secret, credential, algorithm, counter, created_at)
  SELECT ?2, u.id, ?4, ?5, ?6, ?7, ?8, ?9, ?10
    FROM sessions AS s JOIN users AS u ON u.id = s.user_id AND u.access_version = s.access_version
   WHERE s.hash = ?1 AND u.id = ?3 AND (SELECT count(*) FROM factors WHERE user_id = ?3) < ${FACTORS_MAX}
      ON CONFLICT (user_id) WHERE kind = 'totp' DO UPDATE
     SET id = excluded.id, secret = excluded.secret, counter = excluded.counter, created_at = excluded.created_at,
         last_used_at = NULL`
const OTHER_SESSIONS = 'DELETE FROM sessions WHERE user_id = ?1 AND hash <> ?2 AND changes() > 0'

// ?3 whether the last one stays
const REMOVE = `
  DELETE FROM factors WHERE id = ?1 AND user_id = ?2
     AND (?3 = 0 OR EXISTS (SELECT 1 FROM factors WHERE user_id = ?2 AND id <> ?1))`

type Change = {
  event: FactorEvent
  name?: string
  statement: D1PreparedStatement
  before?: D1PreparedStatement[]
  after?: D1PreparedStatement[] | undefined
}

/** Writes a change of a person's own factors, notes it, and tells them. @returns whether it has changed anything */
async function change({ d1, actor, enqueue, ...cause }: SiteRequest, user: UserRecord, made: Change) {
  const { event, name = '', statement, before = [], after = [] } = made
  const { nowMs } = cause
  const reason = `${event}${name && `: ${name}`}`
  const act = { action: `factor.${event}`, target: `user/${user.id}`, reason, nowMs }
  const told = {
    user,
    hash: `${act.action} ${isoTime(nowMs)}`,
    reason: factorTexts[user.language || 'en'][event],
  }
  const results = await d1.batch<{ id: number }>([
    ...before,
    statement,
    auditIfChanged(d1, personOf(actor), act),
    ...after,
    tellPerson(d1, 'factor', told, cause),
  ])
  const isMade = Boolean(results[before.length]?.meta.changes)
  if (isMade) enqueue({ kind: 'mail', id: results.at(-1)?.results[0]?.id ?? 0 })
  return isMade
}

type NewFactor = {
  kind: 'totp' | 'passkey'
  secret: string
  credential?: string
  algorithm?: string
  counter: number
}

async function newApp(
  d1: D1Database,
  user: string,
  secret = '',
  code = '',
  nowMs: number,
): Promise<NewFactor> {
  const step = await stepOf(secret, code.replace(/\s/g, ''), nowMs, 0)
  if (step === undefined) throw fieldError('code', 'code must be the one that the app shows now')
  return { kind: 'totp', secret: await seal(d1, secret, user), counter: step }
}

/** T73: the challenge is that of this session, and is used up. */
async function newPasskey(
  { d1, headers, nowMs, publicUrl, ADMIN_HOST }: SiteRequest,
  user: string,
  text: string,
): Promise<NewFactor> {
  const begun = await begunBy(d1, addingOf(headers), nowMs)
  if (begun?.purpose !== 'add' || begun.user_id !== user || !(await spendChallenge(d1, begun))) {
    throw fieldError('credential', 'credential must be a response to a challenge of the last 10 minutes')
  }
  const { readRegistration } = await import('../../people/passkeys.ts')
  const expected = { publicUrl, ADMIN_HOST, challenge: begun.challenge }
  return { kind: 'passkey', ...(await readRegistration(text, expected)) }
}

const addingOf = (headers: Headers) => `add ${sessionOf(headers)}`

const passkeysOf = async (d1: D1Database, user: string): Promise<string[]> => {
  const found = d1
    .prepare("SELECT credential FROM factors WHERE user_id = ?1 AND kind = 'passkey'")
    .bind(user)
  return (await found.all<{ credential: string }>()).results.map(({ credential }) => credential)
}

/** What people sign in with besides the password (T72–T74). */
export const secondFactorHandlers = {
  async factors({ d1, actor, wantsFactor = false }) {
    const { id, needsFactor = false } = personOf(actor)
    const user = await userById(d1, id)
    const row = await findRow(FactorsRow, d1.prepare(FACTORS).bind(id))
    const { results = [], recovery_codes = 0 } = row ?? {}
    const is_required = wantsFactor && decides(user.role)
    return { body: { results, count: results.length, recovery_codes, is_required, is_missing: needsFactor } }
  },

  /** The first one ends the person's other sessions: they were opened without. */
  async addFactor(deps, { name = '', secret, code, credential }) {
    const { d1, headers, nowMs } = deps
    const user = await userById(d1, personOf(deps.actor).id)
    const made = credential
      ? await newPasskey(deps, user.id, credential)
      : await newApp(d1, user.id, secret, code, nowMs)
    const session = await hashOf(sessionOf(headers) ?? '')
    const codes = user.has_factor ? undefined : await newRecoveryCodes(d1, user.id)
    const isMade = await change(deps, user, {
      event: made.kind,
      name,
      statement: d1
        .prepare(ADD)
        .bind(
          session,
          newId(),
          user.id,
          made.kind,
          name,
          made.secret,
          made.credential ?? null,
          made.algorithm ?? '',
          made.counter,
          isoTime(nowMs),
        ),
      after: codes && [d1.prepare(OTHER_SESSIONS).bind(user.id, session), ...codes.statements],
    }).catch((error) => {
      if (!isUnique(error)) throw error
      throw new AppError('conflict', 'This passkey is there already')
    })
    if (!isMade) throw new AppError('conflict', `There are ${FACTORS_MAX} already: remove one first`)
    return { body: { recovery_codes: codes?.codes ?? [] }, status: 201 }
  },

  async removeFactor(deps, { id }) {
    const { d1, wantsFactor = false } = deps
    const user = await userById(d1, personOf(deps.actor).id)
    const keepsLast = Number(wantsFactor && decides(user.role))
    const statement = d1.prepare(REMOVE).bind(id, user.id, keepsLast)
    if (await change(deps, user, { event: 'removed', statement, after: [dropIdleCodes(d1, user.id)] }))
      return {}
    const isThere = await d1
      .prepare('SELECT 1 FROM factors WHERE id = ?1 AND user_id = ?2')
      .bind(id, user.id)
      .first()
    if (!isThere) throw new AppError('not-found', 'There is no such factor')
    throw new AppError('conflict', 'Your role needs a second factor here: add another one first')
  },

  async renewRecoveryCodes(deps) {
    const { d1 } = deps
    const user = await userById(d1, personOf(deps.actor).id)
    if (!user.has_factor) throw new AppError('conflict', 'There is no second factor: add one first')
    const { codes, statements } = await newRecoveryCodes(d1, user.id)
    const [drop, add] = statements
    await change(deps, user, { event: 'recovery', before: [drop], statement: add })
    return { body: { recovery_codes: codes } }
  },

  /** T73: for who is signed in, to add a passkey; for others, to sign in by one. The challenge is kept for this browser. */
  async passkeyChallenge(deps) {
    const { d1, actor, brand, headers, nowMs, publicUrl } = deps
    const { creationOptions, requestOptions } = await import('../../people/passkeys.ts')
    const challenge = newSecret()
    const expected = { publicUrl, challenge }
    if (actor.role !== 'visitor') {
      const user = await userById(d1, actor.id)
      await begin(d1, { purpose: 'add', user, challenge }, nowMs, addingOf(headers))
      const options = creationOptions(expected, brand, user, await passkeysOf(d1, user.id))
      return { body: { act: 'create', options } }
    }
    const begun = await begunIn(deps)
    if (begun?.purpose === 'second' && begun.user_id) {
      await setChallenge(d1, begun, challenge)
      return { body: { act: 'get', options: requestOptions(expected, await passkeysOf(d1, begun.user_id)) } }
    }
    const secret = await begin(d1, { purpose: 'alone', challenge }, nowMs)
    return { body: { act: 'get', options: requestOptions(expected, []) }, cookies: [begunCookie(secret)] }
  },

  /** For who has lost theirs. */
  async removePersonFactors({ d1, actor, enqueue, ...cause }, { id, reason }) {
    const { nowMs } = cause
    const person = personOf(actor)
    const user = await userById(d1, id)
    if (person.id === id) throw new AppError('conflict', 'Someone else of the staff takes off yours')
    const act = { action: 'factor.take-off', target: `user/${id}`, reason, nowMs }
    const [removed, , , told] = await d1.batch<{ id: number }>([
      d1.prepare('DELETE FROM factors WHERE user_id = ?1').bind(id),
      auditIfChanged(d1, person, act),
      dropIdleCodes(d1, id),
      tellPerson(d1, 'factorless', { user, hash: `${act.action} ${isoTime(nowMs)}`, reason }, cause),
    ])
    if (!removed?.meta.changes) throw new AppError('not-found', 'This person has no second factor')
    enqueue({ kind: 'mail', id: told?.results[0]?.id ?? 0 })
    return {}
  },
} satisfies SiteHandlers
