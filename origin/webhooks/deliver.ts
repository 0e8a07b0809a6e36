import type { D1Database } from '@cloudflare/workers-types'
import { publicUrl } from '../../shared/calls/public-url.ts'
import { AppError } from '../../shared/errors.ts'
import { hex } from '../../shared/net/bytes.ts'
import { DAY_MS, isoTime } from '../../shared/time.ts'
import type { Job, JobDeps } from '../job.ts'
import { switchOff } from './switch-off.ts'

/** s from each failed try to the next: after the last one a delivery is given up, a day after it was written. */
export const WAITS_S = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 13 * 3600] as const
/** Deliveries in a row that are given up until their address counts as dead. */
export const OFF_AFTER = 5
/** s in which a try ends, in which no other one begins. */
const LEASE_S = 120
/** Deliveries that are taken up at a time. */
const DUE_MAX = 50
/** What is kept of all deliveries: the newest, for so long. */
export const KEPT = { rows: 10_000, ms: 30 * DAY_MS } as const
const GONE = 410

// ?1 the delivery, ?2 now, ?3 when the lease ends
const CLAIM = `
  UPDATE webhook_deliveries SET tries = tries + 1, tried_at = ?2, due_at = ?3
   WHERE id = ?1 AND due_at <= ?2
  RETURNING id, webhook_id, coalesce(named_event, event) AS event, data, created_at, tries`
type Claimed = {
  id: number
  webhook_id: string
  event: string
  data: string
  created_at: string
  tries: number
}

const HOOK = 'SELECT url, secret FROM webhooks WHERE id = ?1 AND is_active = 1'
const NOTE = 'UPDATE webhook_deliveries SET due_at = ?2, status = ?3, failure = ?4 WHERE id = ?1'
const TAKEN = 'UPDATE webhooks SET failures = 0 WHERE id = ?1'
const GIVEN_UP = 'UPDATE webhooks SET failures = failures + 1 WHERE id = ?1 RETURNING failures'
const DUE = `SELECT id FROM webhook_deliveries WHERE due_at <= ?1 ORDER BY due_at LIMIT ${DUE_MAX}`
const TRIM = `DELETE FROM webhook_deliveries WHERE id <= (SELECT max(id) FROM webhook_deliveries) - ${KEPT.rows}`

/** How a try has ended: a status, or what was wrong in our own words. */
type Outcome = { status: number | null; failure: string }

/**
 * Tries a delivery that is due. One that is not, or that another request tries, is left alone.
 * @returns the mails that tell staff of an address that is dead
 * @throws what the database throws
 */
export async function deliverWebhook(deps: JobDeps, id: number): Promise<Job[]> {
  const { DB } = deps
  const nowMs = Date.now()
  const leased = isoTime(nowMs + LEASE_S * 1000)
  const claimed = await DB.prepare(CLAIM).bind(id, isoTime(nowMs), leased).first<Claimed>()
  if (!claimed) return []
  const hook = await DB.prepare(HOOK).bind(claimed.webhook_id).first<{ url: string; secret: string }>()
  if (!hook) {
    await DB.prepare(NOTE).bind(id, null, null, 'The webhook is off').run()
    return []
  }
  return settle(deps, claimed, await post(deps, hook, claimed, nowMs))
}

async function post(
  { postWebhook }: Pick<JobDeps, 'postWebhook'>,
  { url, secret }: { url: string; secret: string },
  { id, event, data, created_at }: Claimed,
  nowMs: number,
): Promise<Outcome> {
  // T10: a row may be older than the rule.
  const address = publicUrl(url)
  if (!address || !postWebhook) return { status: null, failure: 'The address is not public' }
  const body = JSON.stringify({ id: String(id), event, created_at, data: JSON.parse(data) as unknown })
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Loopframe-Webhooks',
    'X-Loopframe-Event': event,
    'X-Loopframe-Delivery': String(id),
    'X-Loopframe-Signature': await signatureOf(secret, body, Math.floor(nowMs / 1000)),
  }
  try {
    const status = await postWebhook(address, body, headers)
    return { status, failure: status >= 200 && status < 300 ? '' : `It answered ${status}` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { status: null, failure: error.message }
  }
}

/** `t=…,v1=…`: the time in s, and the HMAC-SHA256 of `t.body` by the secret, as hex. */
async function signatureOf(secret: string, body: string, t: number): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, bytes(`${t}.${body}`))
  return `t=${t},v1=${hex(new Uint8Array(mac))}`
}

async function settle(deps: JobDeps, claimed: Claimed, outcome: Outcome): Promise<Job[]> {
  const { DB } = deps
  const { id, webhook_id, tries, event } = claimed
  const { status, failure } = outcome
  const note = (due: string | null) => DB.prepare(NOTE).bind(id, due, status, failure)
  // A test that fails says nothing of the deliveries: who has asked for it sees it.
  const isTest = event === 'test'
  const wait = isTest || status === GONE ? undefined : WAITS_S[tries - 1]
  if (failure === '') await DB.batch([note(null), DB.prepare(TAKEN).bind(webhook_id)])
  else if (wait !== undefined) await note(isoTime(Date.now() + wait * 1000)).run()
  else if (isTest) await note(null).run()
  else {
    const [, counted] = await DB.batch<{ failures: number }>([
      note(null),
      DB.prepare(GIVEN_UP).bind(webhook_id),
    ])
    const because = becauseOf(outcome, counted?.results[0]?.failures ?? 0)
    const mails = because ? await switchOff(deps, webhook_id, because) : []
    return mails.map((mail) => ({ kind: 'mail', id: mail }))
  }
  return []
}

/** Why an address counts as dead; undefined while it does not. */
function becauseOf({ status, failure }: Outcome, failures: number): string | undefined {
  if (status === GONE) return 'It answered 410: it is gone'
  return failures >= OFF_AFTER ? `${failures} deliveries in a row failed: ${failure}` : undefined
}

/** The deliveries that are due. */
export async function dueDeliveries({ DB }: JobDeps): Promise<Job[]> {
  const { results } = await DB.prepare(DUE).bind(isoTime(Date.now())).all<{ id: number }>()
  return results.map(({ id }) => ({ kind: 'webhook', id }))
}

/** Drops deliveries that are too old, or too many. */
export async function trimDeliveries(d1: D1Database, nowMs: number): Promise<void> {
  const old = 'DELETE FROM webhook_deliveries WHERE created_at < ?1'
  await d1.batch([d1.prepare(old).bind(isoTime(nowMs - KEPT.ms)), d1.prepare(TRIM)])
}
