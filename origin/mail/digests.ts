import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { type AdminPageName, type AdminRole, adminPagesOf } from '../../shared/admin/admin-pages.ts'
import { isZone, QUEUE_OVER } from '../../shared/schema/own/digests.ts'
import { DAY_MS, HOUR_MS, isoTime } from '../../shared/time.ts'
import type { Job, JobDeps } from '../job.ts'
import { MAY_SIGN_IN, UserRecord } from '../people/users.ts'
import { findRow, findRows } from '../sql.ts'
import { DIGEST_LINES, type DigestLine, digestTexts } from './digest-texts.ts'
import { DIGEST } from './mail-room.ts'

/** Digests that one minute looks for; the next one goes on. */
const DUE_MAX = 500

// ?1 an hour ago, ?2 a day ago. Who is no moderator any more gets none.
const IS_DUE = `
  d.since <= CASE d.every WHEN 'hour' THEN ?1 ELSE ?2 END
  AND u.role IN ('moderator', 'staff') AND u.email IS NOT NULL AND ${MAY_SIGN_IN}`
const DUE = `
  SELECT d.user_id, d.quiet_from, d.quiet_to, d.zone
    FROM digests AS d JOIN users AS u ON u.id = d.user_id WHERE ${IS_DUE} ORDER BY d.since LIMIT ${DUE_MAX}`

// ?3 the user
const WANTED = `
  SELECT u.*, d.since, d.queue_over, d.quiet_from, d.quiet_to, d.zone FROM digests AS d JOIN users AS u ON u.id = d.user_id WHERE ${IS_DUE} AND d.user_id = ?3`
const Quiet = v.object({
  quiet_from: v.nullable(v.number()),
  quiet_to: v.nullable(v.number()),
  zone: v.string(),
})
const DueRow = v.object({ user_id: v.string(), ...Quiet.entries })
const WantedRow = v.object({
  ...UserRecord.entries,
  since: v.string(),
  queue_over: v.number(),
  ...Quiet.entries,
})
type Wanted = v.InferOutput<typeof WantedRow>

/** More are said to be so many: a count reads no more rows. */
const COUNTED_MAX = 10_001
const counted = (rows: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${COUNTED_MAX}))`

/** Whether nothing leaves now, in the hours of someone's own zone. */
function isQuiet(
  { quiet_from: from, quiet_to: to, zone }: v.InferOutput<typeof Quiet>,
  nowMs: number,
): boolean {
  if (from === null || to === null || !isZone(zone)) return false
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    hourCycle: 'h23',
    timeZone: zone || 'UTC',
  })
  const hour = Number(clock.format(nowMs))
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}

// ?1 the time that counts from, ?2 whether it is for staff: claims and objections are theirs alone (T80)
const NEWS = `
  SELECT ${counted("reports WHERE state = 'open' AND created_at > ?1")} AS reports,
         ${counted("claims WHERE ?2 AND state = 'open' AND kind <> 'objection' AND created_at > ?1")} AS claims,
         ${counted("claims WHERE ?2 AND state = 'open' AND kind = 'objection' AND created_at > ?1")} AS objections,
         ${counted('moderation_queue')} AS queue,
         ${counted("uploads WHERE state = 'failed' AND updated_at > ?1")} AS uploads,
         ${counted(`outbox WHERE sent_at IS NULL AND failure <> '' AND created_at > ?1 AND link IS NOT '${DIGEST}'`)} AS mails,
         ${counted('dead_letters WHERE died_at > datetime(?1)')} AS pingbacks`
type News = Readonly<Record<DigestLine, number>>

// ?1 the user, ?2 the time that was looked at, ?3 now. The second of two that look at once finds nothing to change.
const NOTE = 'UPDATE digests SET since = ?3 WHERE user_id = ?1 AND since = ?2'
const WRITE = `
  INSERT INTO outbox (recipient, subject, text, created_at, link)
  SELECT ?1, ?2, ?3, ?4, '${DIGEST}' WHERE changes() > 0 RETURNING id`

/** The staff page of each line, and its filter. */
const PAGES: Record<DigestLine, [page: AdminPageName, query?: string]> = {
  reports: ['cases', '?kind=report'],
  claims: ['cases', '?kind=claim'],
  objections: ['cases', '?kind=objection'],
  queue: ['cases'],
  uploads: ['library', '?state=failed'],
  mails: ['outbox', '?state=unsent'],
  pingbacks: ['dead-letters'],
}

/** Where a line leads; to the overview where its page is for staff alone. */
function pathOf(line: DigestLine, role: AdminRole): string {
  const [page, query = ''] = PAGES[line]
  return `/admin/${adminPagesOf(role).includes(page) ? page + query : 'overview'}`
}

const before = (nowMs: number) => [isoTime(nowMs - HOUR_MS), isoTime(nowMs - 24 * HOUR_MS)]

/** The digests that are due. */
export async function dueDigests({ DB }: JobDeps): Promise<Job[]> {
  const nowMs = Date.now()
  const due = await findRows(DueRow, DB.prepare(DUE).bind(...before(nowMs)))
  return due.filter((row) => !isQuiet(row, nowMs)).map(({ user_id }) => ({ kind: 'digest', user: user_id }))
}

const NEW_LINES = DIGEST_LINES.filter((line) => line !== 'queue')

// ?1 a day ago, ?2 1: hooks are staff's, ?3 half a day ago: twice in a night is once
const TELL_HOOKS = `
  INSERT INTO webhook_deliveries (webhook_id, event, named_event, data, created_at, due_at)
  SELECT l.id, 'test', l.event, json_object(${DIGEST_LINES.map((line) => `'${line}', n.${line}`).join()}), l.at, l.at
    FROM webhook_listeners AS l, (${NEWS}) AS n
   WHERE l.event = 'digest'
     AND (n.queue > ${QUEUE_OVER.default} OR ${NEW_LINES.map((line) => `n.${line} > 0`).join(' OR ')})
     AND NOT EXISTS (
       SELECT 1 FROM webhook_deliveries AS d
        WHERE d.webhook_id = l.id AND d.named_event = 'digest' AND d.created_at > ?3)`

/** Tells webhooks at night what is new since a day ago, where something is. */
export async function tellHooks(d1: D1Database, nowMs: number): Promise<void> {
  const times = [isoTime(nowMs - DAY_MS), 1, isoTime(nowMs - DAY_MS / 2)]
  await d1
    .prepare(TELL_HOOKS)
    .bind(...times)
    .run()
}

/**
 * Writes a moderator's digest that is due, where there is news. Two at once write one.
 * @returns the job that sends it
 */
export async function writeDigest(deps: JobDeps, userId: string): Promise<Job[]> {
  const { DB } = deps
  const nowMs = Date.now()
  const wanted = await findRow(WantedRow, DB.prepare(WANTED).bind(...before(nowMs), userId))
  if (!wanted || isQuiet(wanted, nowMs)) return []
  const isStaff = Number(wanted.role === 'staff')
  const news = await DB.prepare(NEWS).bind(wanted.since, isStaff).first<News>()
  const lines = DIGEST_LINES.filter((line) => news && news[line] > (line === 'queue' ? wanted.queue_over : 0))
  const note = DB.prepare(NOTE).bind(userId, wanted.since, isoTime(nowMs))
  if (!news || lines.length === 0) {
    await note.run()
    return []
  }
  const { subject, text } = digestOf(deps, wanted, news, lines)
  const write = DB.prepare(WRITE).bind(wanted.email, subject, text, isoTime(nowMs))
  const [, written] = await DB.batch<{ id: number }>([note, write])
  return (written?.results ?? []).map(({ id }) => ({ kind: 'mail', id }))
}

function digestOf(
  { mailUrl }: Pick<JobDeps, 'mailUrl'>,
  { username, language, role }: Wanted,
  news: News,
  lines: readonly DigestLine[],
): { subject: string; text: string } {
  const texts = digestTexts[language || 'en']
  const told = lines.map((line) => ({ line, text: texts[line] + numberOf(news[line]) }))
  // A link is alone on its line (`send-mail.ts`).
  const parts = [
    texts.hello.replace('{username}', () => username),
    ...told.map(
      ({ line, text }) => `${text}\n${mailUrl}${pathOf(line, role === 'staff' ? role : 'moderator')}`,
    ),
    `${texts.foot}\n${mailUrl}/account#digest`,
  ]
  return { subject: told.map(({ text }) => text).join(' · '), text: parts.join('\n\n') }
}

const numberOf = (count: number) => (count < COUNTED_MAX ? String(count) : `${COUNTED_MAX - 1}+`)
