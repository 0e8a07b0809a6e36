import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { sha256Hex } from '../../shared/net/bytes.ts'
import type { Guess, Guesses, KnownBrowser } from '../../shared/server/origin.ts'
import { DAY_S } from '../../shared/time.ts'
import { findRow } from '../sql.ts'
import { createStoredKey, isSame } from '../stored-key.ts'
import { begunBy } from './challenges.ts'
import { hashOf, newId } from './secrets.ts'

/**
 * T59: how failures count. The first `free` cost nothing; then there is a wait in front of each, in s, which doubles from
 * `first` to `most`. One is forgotten in `forgetS`. No count ends in a lock: who waits gets a turn.
 */
export const GUESS_RULES = {
  /** A browser that the person has signed in with before. */
  browser: { free: 5, first: 15, most: 60, forgetS: 60 },
  /** An account from a network. */
  pair: { free: 5, first: 15, most: 600, forgetS: 300 },
  /** An account from everywhere: far above what one network, or a few, can do to it by their own counts. */
  target: { free: 50, first: 1, most: 30, forgetS: 60 },
} as const
type Kind = keyof typeof GUESS_RULES

/** How long a browser is remembered, in s. */
const KNOWN_S = 180 * DAY_S

/** Hex digits of a bucket: a million of them. */
const BUCKET_DIGITS = 5

/** Doublings that a count may reach: it is forgotten soon after the last failure. */
const DOUBLINGS_MAX = 12

/** SQL of what is left of a count at ?2, and of the wait in front of the next one, in ms. */
const LEFT = 'max(0.0, failures - (?2 - at) / (1000.0 * ?3))'
const WHOLE = `CAST(${LEFT} + 0.99 AS INTEGER)`
const WAIT = `iif(${WHOLE} < ?4, 0, 1000 * min(?6, ?5 << (${WHOLE} - ?4)))`

// ?1 bucket, ?2 now, ?3 s to forget one, ?4 free, ?5 first wait, ?6 longest wait. One statement: many at once count each.
const COUNT = `
  INSERT INTO guesses (bucket, failures, at) VALUES (?1, 1, ?2)
      ON CONFLICT (bucket)
      DO UPDATE SET failures = min(${LEFT}, ?4 + ${DOUBLINGS_MAX - 1}) + 1, at = ?2 WHERE ?2 - at >= ${WAIT}
  RETURNING failures`
const WAITS = `SELECT at + ${WAIT} - ?2 AS ms FROM guesses WHERE bucket = ?1`
const UNDO = 'UPDATE guesses SET failures = max(0.0, failures - 1) WHERE bucket = ?1'

// Upper and lower case are the same in a name and in an e-mail address.
const ACCOUNT = 'SELECT id FROM users WHERE username = ?1 COLLATE NOCASE OR email = ?1 LIMIT 1'
// Not the link to a new address: who opens it has shown no password.
const OWNER =
  "SELECT user_id FROM links WHERE hash = ?1 AND purpose IN ('confirm', 'reset', 'take-back', 'sign-in')"
const VERSION = 'SELECT access_version FROM users WHERE id = ?1'
const VersionRow = v.object({ access_version: v.number() })

/** Counts guesses, and knows the browsers that someone has signed in with. */
export const createGuesses = (db: D1Database, now: () => number = Date.now): Guesses => ({
  async accountOf(text) {
    const id = await db.prepare(ACCOUNT).bind(text).first<string>('id')
    return id ?? undefined
  },

  async ownerOfLink(token) {
    const hash = await hashOf(token)
    const id = await db.prepare(OWNER).bind(hash).first<string>('user_id')
    return id ?? undefined
  },

  async ownerOfBegun(cookie) {
    const begun = await begunBy(db, cookie, now())
    return begun?.purpose === 'second' ? (begun.user_id ?? undefined) : undefined
  },

  ...countsIn(db, now),
  ...browsersIn(db),
})

function countsIn(db: D1Database, now: () => number): Pick<Guesses, 'begin'> {
  const hide = createStoredKey(db)

  const bucketOf = async (text: string): Promise<number> =>
    Number.parseInt((await sha256Hex(await hide(text, 'guesses'))).slice(0, BUCKET_DIGITS), 16)

  /** Counts one. @returns the s to wait where it is too early, and nothing was counted; else undefined */
  async function count(kind: Kind, bucket: number): Promise<number | undefined> {
    const { free, first, most, forgetS } = GUESS_RULES[kind]
    const bound = (sql: string) => db.prepare(sql).bind(bucket, now(), forgetS, free, first, most)
    if (await bound(COUNT).first()) return undefined
    return Math.max(1, Math.ceil(Number(await bound(WAITS).first('ms')) / 1000))
  }

  const undo = async (buckets: readonly number[]): Promise<void> => {
    if (buckets.length > 0) await db.batch(buckets.map((bucket) => db.prepare(UNDO).bind(bucket)))
  }

  return {
    async begin(guess) {
      const counted: number[] = []
      for (const [kind, text] of countsOf(guess)) {
        const bucket = await bucketOf(text)
        const wait = await count(kind, bucket)
        if (wait !== undefined) {
          await undo(counted)
          return { wait }
        }
        counted.push(bucket)
      }
      return { undo: () => undo(counted) }
    },
  }
}

/** Browsers are known by a signed cookie, which ends with the access that it was made under (T54). */
function browsersIn(db: D1Database): Pick<Guesses, 'remember' | 'browserOf'> {
  const sign = createStoredKey(db)
  const versionOf = (user: string) => findRow(VersionRow, db.prepare(VERSION).bind(user))
  return {
    async remember(user) {
      const row = await versionOf(user)
      if (!row) return undefined
      const text = `${newId()}.${row.access_version}.${user}`
      return `known=${text}.${await sign(text, 'browsers')}; Max-Age=${KNOWN_S}`
    },

    async browserOf(cookie): Promise<KnownBrowser | undefined> {
      const at = cookie.lastIndexOf('.')
      const text = cookie.slice(0, at)
      const [id = '', version, ...name] = text.split('.')
      if (!isSame(cookie.slice(at + 1), await sign(text, 'browsers'))) return undefined
      const user = name.join('.')
      return String((await versionOf(user))?.access_version) === version ? { id, user } : undefined
    },
  }
}

/** What a guess counts as. A browser that is known has its own count, which no stranger has a part in. */
function countsOf({ what, target, network, browser }: Guess): [kind: Kind, text: string][] {
  if (browser) return [['browser', `browser ${what} ${browser}`]]
  const pair: [Kind, string][] = network ? [['pair', `pair ${what} ${network} ${target}`]] : []
  return [...pair, ['target', `target ${what} ${target}`]]
}
