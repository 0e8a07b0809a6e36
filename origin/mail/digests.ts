import * as v from 'valibot'
import { HOUR_MS, isoTime } from '../../shared/time.ts'
import type { Job, JobDeps } from '../job.ts'
import { MAY_SIGN_IN, UserRecord } from '../people/users.ts'
import { findRow } from '../sql.ts'
import { DIGEST_LINES, type DigestLine, digestTexts } from './digest-texts.ts'
import { DIGEST } from './mail-room.ts'

/** Digests that one minute looks for; the next one goes on. */
const DUE_MAX = 50

// ?1 an hour ago, ?2 a day ago. Who is no moderator any more gets none.
const IS_DUE = `
  d.since <= CASE d.every WHEN 'hour' THEN ?1 ELSE ?2 END
  AND u.role IN ('moderator', 'staff') AND u.email IS NOT NULL AND ${MAY_SIGN_IN}`
const DUE = `
  SELECT d.user_id FROM digests AS d JOIN users AS u ON u.id = d.user_id WHERE ${IS_DUE} ORDER BY d.since LIMIT ${DUE_MAX}`

// ?3 the user
const WANTED = `
  SELECT u.*, d.since, d.queue_over FROM digests AS d JOIN users AS u ON u.id = d.user_id WHERE ${IS_DUE} AND d.user_id = ?3`
const WantedRow = v.object({ ...UserRecord.entries, since: v.string(), queue_over: v.number() })
type Wanted = v.InferOutput<typeof WantedRow>

/** More are said to be so many: a count reads no more rows. */
const COUNTED_MAX = 10_001
const counted = (rows: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${COUNTED_MAX}))`

// ?1 the time that counts from
const NEWS = `
  SELECT ${counted("reports WHERE state = 'open' AND created_at > ?1")} AS reports,
         ${counted('moderation_queue')} AS queue,
         ${counted("uploads WHERE state = 'failed' AND updated_at > ?1")} AS uploads,
         ${counted('dead_letters WHERE died_at > datetime(?1)')} AS pingbacks`
type News = Readonly<Record<DigestLine, number>>

// ?1 the user, ?2 the time that was looked at, ?3 now. The second of two that look at once finds nothing to change.
const NOTE = 'UPDATE digests SET since = ?3 WHERE user_id = ?1 AND since = ?2'
const WRITE = `
  INSERT INTO outbox (recipient, subject, text, created_at, link)
  SELECT ?1, ?2, ?3, ?4, '${DIGEST}' WHERE changes() > 0 RETURNING id`

/** Where each line leads. */
const PAGES: Record<DigestLine, string> = {
  reports: '/admin/cases?kind=report',
  queue: '/admin/cases',
  uploads: '/admin/overview',
  pingbacks: '/admin/overview',
}

const before = (nowMs: number) => [isoTime(nowMs - HOUR_MS), isoTime(nowMs - 24 * HOUR_MS)]

/** The digests that are due. */
export async function dueDigests({ DB }: JobDeps): Promise<Job[]> {
  const { results } = await DB.prepare(DUE)
    .bind(...before(Date.now()))
    .all<{ user_id: string }>()
  return results.map(({ user_id }) => ({ kind: 'digest', user: user_id }))
}

/**
 * Writes a moderator's digest that is due, where there is news. Two at once write one.
 * @returns the job that sends it
 */
export async function writeDigest(deps: JobDeps, userId: string): Promise<Job[]> {
  const { DB } = deps
  const nowMs = Date.now()
  const wanted = await findRow(WantedRow, DB.prepare(WANTED).bind(...before(nowMs), userId))
  if (!wanted) return []
  const news = await DB.prepare(NEWS).bind(wanted.since).first<News>()
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
  { brand, mailUrl }: Pick<JobDeps, 'brand' | 'mailUrl'>,
  { username, language }: Wanted,
  news: News,
  lines: readonly DigestLine[],
): { subject: string; text: string } {
  const texts = digestTexts[language || 'en']
  // A link is alone on its line (`send-mail.ts`).
  const parts = [
    texts.hello.replace('{username}', () => username),
    ...lines.map((line) => `${texts[line]}${numberOf(news[line])}\n${mailUrl}${PAGES[line]}`),
    `${texts.foot}\n${mailUrl}/account#digest`,
  ]
  return { subject: texts.subject.replace('{brand}', () => brand), text: parts.join('\n\n') }
}

const numberOf = (count: number) => (count < COUNTED_MAX ? String(count) : `${COUNTED_MAX - 1}+`)
