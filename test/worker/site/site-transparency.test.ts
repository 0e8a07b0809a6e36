import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { countMonths } from '../../../origin/transparency.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { addPeople, embeddedSite } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)
const DECEMBER = Date.parse('2026-12-05T00:00:00Z')

/** Reports of one reason, each decided after so many hours; null for one that is open. */
const reports = (reason: string, hours: readonly (number | null)[], day = '2026-11-10') =>
  run(
    `INSERT INTO reports (gif_id, reasons, anonymous, visitor, created_at, state, decided_at, decided_by)
     SELECT 'cat', json_array(?1), 1, ?1 || ?3 || key, ?3 || 'T00:00:00.000Z', iif(value IS NULL, 'open', 'accepted'),
            strftime('%Y-%m-%dT%H:%M:%fZ', ?3, '+' || value || ' hours'), iif(value IS NULL, NULL, 'mia')
       FROM json_each(?2)`,
    reason,
    JSON.stringify(hours),
    day,
  ).run()

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'mia', role: 'moderator' }])
  await run(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id) VALUES ('cat', 'cat', 'cat', 'gif', '2026-11-01 10:00:00', 'id-ann')`,
  ).run()
  await reports('spam', [2, 4, 30, null])
  await reports('hate', [1, 1])
  await reports('spam', [1, 1, 1], '2026-12-01')
  await run(
    `INSERT INTO moderations (act, gif_id, user_id, action, rating, reason, note, was_rating, was_hidden, created_at, template, undone_at)
     SELECT 'a' || key, 'cat', 'id-mia', 'hide', 'g', '', '', 'g', 0, '2026-11-11T00:00:00.000Z', 'spam', iif(key = 3, '2026-11-11T00:10:00.000Z', NULL)
       FROM json_each('[0,1,2,3]')`,
  ).run()
  await run(
    `INSERT INTO removals (gif_id, reason, note, actor_id, created_at, restored_at)
     SELECT 'far' || key, 'r', '', 'id-mia', '2026-11-12T00:00:00.000Z', NULL FROM json_each('[0,1,2]')`,
  ).run()
}, 60_000)

describe('what was decided, by month', () => {
  it('counts a month once it is over, leaves out what is below 3, and names no one', async () => {
    await countMonths(env.DB, Date.parse('2026-11-30T00:00:00Z'))
    expect(await run('SELECT count(*) AS n FROM transparency').first('n')).toBe(0)
    await countMonths(env.DB, DECEMBER)
    await countMonths(env.DB, DECEMBER)
    const response = await site.visitor().call('GET /api/v3/transparency/')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    const { results } = await ownAnswer('transparency', response)
    expect(
      results.map(({ month, about, name, count, median_hours }) => [month, about, name, count, median_hours]),
    ).toEqual([
      ['2026-11', 'decisions', 'hide', 3, null],
      ['2026-11', 'decisions', 'remove', 3, null],
      ['2026-11', 'report-results', 'accepted', 5, 2],
      ['2026-11', 'reports', 'spam', 4, null],
      ['2026-11', 'rules', 'spam', 3, null],
    ])
    const csv = await site.visitor().call('GET /api/v3/transparency/csv/')
    const lines = (await csv.text()).split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      '"month","about","name","count","median_hours"',
      '"2026-11","decisions","hide","3",""',
    ])
  })

  it('has a page in each language, linked at the foot of every public page', async () => {
    const page = async (path: string) => (await site.visitor().call(`GET ${path}`)).text()
    const text = await page('/transparency?lang=en')
    for (const part of ['November 2026', 'Spam or misleading', '2 hr', 'href="/api/v3/transparency/csv/"'])
      expect(text).toContain(part)
    expect(text).not.toContain('Hate against')
    // What came in, then what became of it.
    expect(text.indexOf('Spam or misleading')).toBeLessThan(text.indexOf('Accepted'))
    expect(await page('/transparency?lang=ja')).toContain('2026年11月')
    expect(await page('/docs?lang=de')).toContain('href="/transparency?lang=de"')
  })
})
