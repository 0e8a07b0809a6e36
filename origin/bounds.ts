import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError, RateLimitError } from '../shared/errors.ts'
import { DAY_MS } from '../shared/time.ts'

/** Whose a bound is: a user's, a network's (its hash of the day), or the address that a mail goes to. */
type Per = 'person' | 'network' | 'recipient'

type Bound = {
  /** The tables whose rows it bounds. */
  tables: readonly string[]
  per: Per
  /** What is counted, in the plural, for people. */
  things: string
  /** How many a day (UTC) takes; `ofNew` of an account of less than 7 days. Staff have 100 times as many. */
  aDay: number
  ofNew?: number
  /** How many there are at most, and how many of the user `{who}` there are: SQL. */
  inAll?: { max: number; count: string; ofStaff?: number; full: string }
}

const MB = 1024 * 1024
const GB = 1024 * MB

const ofUser = (column: string) => `(SELECT ${column} FROM users WHERE id = {who})`
const ofChannels = (table: string) =>
  `(SELECT count(*) FROM channels AS c CROSS JOIN ${table} AS t ON t.channel_id = c.id WHERE c.user_id = {who})`

/** T60: what people may store, by person in all and by day: the only place that has these numbers. */
export const BOUNDS = {
  items: {
    tables: ['gifs', 'uploads', 'moderation_queue'],
    per: 'person',
    things: 'uploads',
    aDay: 1000,
    ofNew: 100,
    inAll: {
      max: 20_000,
      ofStaff: 2_000_000,
      count: ofUser('upload_count'),
      full: 'There are 20000 uploads already: delete one first',
    },
  },
  bytes: {
    tables: ['renditions', 'item_files', 'unused_files'],
    per: 'person',
    things: 'bytes of files',
    aDay: 4 * GB,
    ofNew: 512 * MB,
    inAll: {
      max: 20 * GB,
      ofStaff: 2000 * GB,
      count: ofUser('upload_bytes'),
      full: 'Your uploads take 20 GB already: delete one first',
    },
  },
  tokens: {
    tables: ['tokens'],
    per: 'person',
    things: 'API tokens',
    aDay: 100,
    ofNew: 60,
    inAll: {
      max: 50,
      count: '(SELECT count(*) FROM tokens WHERE user_id = {who})',
      full: 'There are 50 tokens already: delete one first',
    },
  },
  favorites: {
    tables: ['favorites'],
    per: 'person',
    things: 'favorites',
    aDay: 1000,
    ofNew: 200,
    inAll: {
      max: 5000,
      count: ofUser('favorite_count'),
      full: 'There are 5000 favorites already: remove one first',
    },
  },
  follows: {
    tables: ['follows'],
    per: 'person',
    things: 'people to follow',
    aDay: 200,
    ofNew: 50,
    inAll: {
      max: 1000,
      count: '(SELECT count(*) FROM follows WHERE follower_id = {who})',
      full: 'You follow 1000 people already',
    },
  },
  stories: {
    tables: ['stories'],
    per: 'person',
    things: 'stories',
    aDay: 200,
    ofNew: 20,
    inAll: {
      max: 5000,
      count: '(SELECT count(*) FROM stories WHERE user_id = {who})',
      full: 'There are 5000 stories already: delete one first',
    },
  },
  channels: {
    tables: ['channels'],
    per: 'person',
    things: 'channels',
    aDay: 200,
    ofNew: 20,
    inAll: {
      max: 1000,
      count: '(SELECT count(*) FROM channels WHERE user_id = {who})',
      full: 'A person has 1000 channels at most',
    },
  },
  // A channel has `CHANNEL_GIFS` at most. What was left out of one had been in it.
  channelGifs: {
    tables: ['channel_gifs', 'channel_left_out'],
    per: 'person',
    things: 'GIFs in channels',
    aDay: 5000,
    ofNew: 500,
    inAll: {
      max: 200_000,
      count: '(SELECT coalesce(sum(gif_count), 0) FROM channels WHERE user_id = {who})',
      full: 'Your channels have 200000 GIFs already: remove one first',
    },
  },
  rankedTags: {
    tables: ['channel_ranked_tags'],
    per: 'person',
    things: 'ranked tags',
    aDay: 500,
    ofNew: 100,
    inAll: {
      max: 5000,
      count: ofChannels('channel_ranked_tags'),
      full: 'There are 5000 ranked tags already: delete one first',
    },
  },
  magicTags: {
    tables: ['channel_magic_tags'],
    per: 'person',
    things: 'magic tags',
    aDay: 50,
    ofNew: 20,
    inAll: {
      max: 200,
      count: ofChannels('channel_magic_tags'),
      full: 'There are 200 magic tags already: delete one first',
    },
  },
  // An item has 400 at most.
  languageTags: {
    tables: ['language_tags'],
    per: 'person',
    things: 'tags in other languages',
    aDay: 4000,
    ofNew: 400,
  },
  // They are gone after a day. Their bytes count as those of uploads do.
  clips: { tables: ['clips'], per: 'person', things: 'clips', aDay: 300, ofNew: 50 },
  shares: { tables: ['shares'], per: 'person', things: 'shared GIFs', aDay: 20, ofNew: 10 },
  reports: { tables: ['reports'], per: 'network', things: 'reports', aDay: 100 },
  claims: { tables: ['claims'], per: 'network', things: 'claims and objections', aDay: 20 },
  // Of one customer and type the 50 newest stay, for 30 days (origin/recents.ts). A server of a partner's is one network.
  recents: { tables: ['recents'], per: 'network', things: 'recent items', aDay: 5000 },
  // Those that are not confirmed in a week are dropped.
  accounts: { tables: ['users'], per: 'network', things: 'new accounts', aDay: 500 },
  mails: { tables: ['outbox', 'links'], per: 'recipient', things: 'emails', aDay: 10 },
} as const satisfies Record<string, Bound>

export type BoundName = keyof typeof BOUNDS

/** GIFs of one channel, whether a person or a tag puts them in: migration 0037 repeats it for magic tags. */
export const CHANNEL_GIFS = 20_000

/** Tables with a person or a network in their rows that no bound of this list is for, and why. */
export const OTHERWISE_BOUND: Readonly<Record<string, string>> = {
  sessions: 'the 50 newest of a person stay, the others end (origin/people/sessions.ts)',
  searched: '60 terms an hour of a network, gone after two hours (origin/searches/count-search.ts)',
  term_networks: 'what `searched` has, once a day: 1000 networks of a term, gone after two days',
  counted:
    'once an hour for an item and action of a network, by requests with a limit (T26), gone after two hours',
  audit: 'one row for an act whose own rows are bounded, or of staff',
  removals: 'written by moderators and staff alone',
  moderation_batches: 'moderators’ alone, each with a lease of items that wait',
  moderations: 'decisions of moderators, one for an item of a batch',
  moderation_counts: 'one row a day of a moderator',
  factors: '10 of a person (origin/people/factors.ts)',
  recovery_codes: '10 of a person',
  challenges: 'by requests with a limit (T33), or one of a right password; gone after 10 minutes',
  identities: 'one of an account, which are bounded, and a further one by its password alone',
  digests: 'one row of a moderator',
  invited: 'one row of an account, which are bounded',
  measures: 'one of an act of staff',
  held_items: 'at most one for each cause of an item, which are bounded',
  item_works: 'four rows of a person, written by staff',
  spent: 'one row for each of these bounds and a day, gone at night',
}

const NEW_ACCOUNT_DAYS = 7
/** Staff fill a library: `npm run ingest` sends thousands of files on the first day. */
const STAFF_TIMES = 100

const TODAY = "date('now')"
const spentBy = (name: BoundName, who: string) =>
  `coalesce((SELECT amount FROM spent WHERE who = ${who} AND day = ${TODAY} AND what = '${name}'), 0)`

/** SQL: what a day takes of a person, who may be a user of a site elsewhere. */
function dayOf(name: BoundName, who: string): string {
  const { per, aDay, ofNew = aDay }: Bound = BOUNDS[name]
  if (per !== 'person') return String(aDay)
  return `coalesce((
    SELECT CASE WHEN role = 'staff' THEN ${aDay * STAFF_TIMES}
                WHEN role = 'user' AND created_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-${NEW_ACCOUNT_DAYS} days')
                THEN ${ofNew} ELSE ${aDay} END
      FROM users WHERE id = ${who}), ${aDay})`
}

const countOf = (name: BoundName, who: string): string =>
  (BOUNDS[name] as Bound).inAll?.count.replaceAll('{who}', who) ?? '0'

function maxOf(name: BoundName, who: string): string {
  const { inAll }: Bound = BOUNDS[name]
  if (!inAll) return '9e15'
  const { max, ofStaff = max } = inAll
  return ofStaff === max
    ? String(max)
    : `iif((SELECT role FROM users WHERE id = ${who}) = 'staff', ${ofStaff}, ${max})`
}

/**
 * SQL: a condition on the very statement that writes, so that two at once do not get past it.
 * @param who names who it is, as `?1`
 * @param more how many are written
 */
export const hasRoom = (name: BoundName, who: string, more = '1'): string =>
  `(${countOf(name, who)} + ${more} <= ${maxOf(name, who)}
    AND ${spentBy(name, who)} + ${more} <= ${dayOf(name, who)})`

const SPEND = `
  INSERT INTO spent (who, day, what, amount)
  SELECT ?1, ${TODAY}, ?2, coalesce(?3, changes()) WHERE changes() > 0
      ON CONFLICT (who, day, what) DO UPDATE SET amount = amount + excluded.amount`

/**
 * The statement right behind one that writes, in its batch: it counts the rows that were written, or `amount` where there
 * were any. What is deleted again stays counted for the day.
 */
export const spend = (d1: D1Database, name: BoundName, who: string, amount?: number): D1PreparedStatement =>
  d1.prepare(SPEND).bind(who, name, amount ?? null)

const TAKE = (name: BoundName) => `
  INSERT INTO spent (who, day, what, amount)
  SELECT ?1, ${TODAY}, '${name}', ?2 WHERE ${hasRoom(name, '?1', '?2')}
      ON CONFLICT (who, day, what) DO UPDATE SET amount = amount + excluded.amount`

/**
 * Takes so many of a bound before they are written, where that takes several statements: what fails then stays counted for the
 * day. @throws AppError 'conflict' or RateLimitError where there is no room
 */
export async function takeRoom(d1: D1Database, name: BoundName, who: string, amount = 1): Promise<void> {
  const { meta } = await d1.prepare(TAKE(name)).bind(who, amount).run()
  if (meta.changes === 0) await throwRefusal(d1, name, who, amount)
}

/** How much someone has of a bound, and what it allows: ?1 is who. */
const standing = (name: BoundName) => `
  SELECT ${countOf(name, '?1')} AS there, ${maxOf(name, '?1')} AS most,
         ${spentBy(name, '?1')} AS spent, ${dayOf(name, '?1')} AS aDay`

type Standing = { there: number; most: number; spent: number; aDay: number }

/**
 * The refusal of a write that found no room: 409 where something has to be deleted first, 429 where the day is full.
 * @returns undefined where there is room
 */
export async function refusalBy(
  d1: D1Database,
  name: BoundName,
  who: string,
  more = 1,
): Promise<AppError | undefined> {
  const row = await d1.prepare(standing(name)).bind(who).first<Standing>()
  if (!row) return undefined
  const { inAll }: Bound = BOUNDS[name]
  if (inAll && row.there + more > row.most) return new AppError('conflict', inAll.full)
  if (row.spent + more > row.aDay) return dayIsFull(name, row.aDay)
  return undefined
}

/** @throws AppError 'conflict' or RateLimitError where there is no room for more */
export async function assertRoomFor(d1: D1Database, name: BoundName, who: string, more = 1): Promise<void> {
  const refusal = await refusalBy(d1, name, who, more)
  if (refusal) throw refusal
}

/** Refuses a write that found no room. @throws as `assertRoomFor`; AppError 'conflict' where there is room again by now */
export async function throwRefusal(d1: D1Database, name: BoundName, who: string, more = 1): Promise<never> {
  const again = new AppError('conflict', 'There was no room just now: try again')
  throw (await refusalBy(d1, name, who, more)) ?? again
}

/** The refusal of a write whose day is full. */
export function dayIsFull(name: BoundName, aDay: number = BOUNDS[name].aDay): RateLimitError {
  const wait = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000)
  return new RateLimitError(`A day has room for ${aDay} ${BOUNDS[name].things}: go on after 00:00 UTC`, wait)
}
