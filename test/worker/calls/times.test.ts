import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
let staff: Visitor
let story: string

beforeAll(async () => {
  await fillLibrary(env.DB)
  staff = await somebodyNew(site, { username: 'tia', role: 'staff' })
  const made = await staff.call('POST /gateway/stories', { json: { slug: 'times', gifs: ['cat00001'] } })
  story = (await made.json<{ story_id: string }>()).story_id
})

/** Times that no row can have: before 1970, after 9999, of no calendar. */
const TIMES: (string | number)[] = [
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00+01:00',
  '0001-01-01',
  '-000001-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '10000-01-01',
  253_402_300_800,
  '253402300800',
  '9999999999999',
  1e15,
  Number.MAX_SAFE_INTEGER,
  -1,
  '-1',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
]

const SCHEDULE = '/gateway/trendingscheduler/schedule'
const PARTNERS = '/gateway/stories/partnerArtist'
const DAYS = '/gateway/analytics/days?gif_id=cat00001'
const gifs = ['cat00001']
const text = encodeURIComponent

type Time = string | number

/** Every call that takes a time, with one. */
const CALLS: Record<string, (time: Time) => Promise<Response>> = {
  createStory: (publish_datetime) =>
    staff.call('POST /gateway/stories', { json: { slug: 'never', publish_datetime } }),
  updateStory: (publish_datetime) =>
    staff.call(`PUT /gateway/stories/${story}`, { json: { publish_datetime } }),
  scheduleTrendingStory: (publish_datetime) =>
    staff.call('POST /gateway/stories/trending', { json: { story_id: story, publish_datetime } }),
  createSchedule: (timestamp) => staff.call(`POST ${SCHEDULE}`, { json: { gifs, timestamp } }),
  deleteSchedule: (timestamp) => staff.call(`DELETE ${SCHEDULE}`, { json: { gifs, timestamp } }),
  'partnerArtistStories, since': (time) => staff.call(`GET ${PARTNERS}?since=${text(time)}`),
  'partnerArtistStories, until': (time) => staff.call(`GET ${PARTNERS}?until=${text(time)}`),
  'analytics, since': (time) => staff.call(`GET ${DAYS}&since=${text(time)}`),
  'analytics, until': (time) => staff.call(`GET ${DAYS}&until=${text(time)}`),
  createToken: (expires) =>
    staff.call('POST /api/v3/tokens', { form: { name: 'late', expires: String(expires) } }),
}

const TABLES = ['stories', 'trending_stories', 'scheduled_gifs', 'scheduler_activity', 'tokens']
const stored = async () => {
  const all = TABLES.map(async (name) => (await env.DB.prepare(`SELECT * FROM ${name}`).all()).results)
  return JSON.stringify(await Promise.all(all))
}

describe('T40: a time before 1970 or after 9999', () => {
  it.each(Object.keys(CALLS))('%s: a 400 that names the field, and nothing is stored', async (name) => {
    const before = await stored()
    for (const time of TIMES) {
      const response = await CALLS[name]?.(time)
      const body = await response?.text()
      expect([time, response?.status]).toEqual([time, 400])
      expect(body).toMatch(/publish_datetime|timestamp|since|until|expires/)
      expect(body).toMatch(/date and time/)
    }
    expect(await stored()).toBe(before)
  })
})
