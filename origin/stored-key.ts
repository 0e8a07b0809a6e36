import type { D1Database } from '@cloudflare/workers-types'
import type { PageTokens } from '../shared/server/origin.ts'
import { DAY_MS, HOUR_MS } from '../shared/time.ts'

/** A network's name for a day. @throws what the database throws */
export type HashVisitor = (network: string) => Promise<string>

/** Hashes networks with a key that lives for a day, so that a visitor cannot be identified later. */
export function createVisitorHash(db: D1Database, now: () => number = Date.now): HashVisitor {
  const sign = createStoredKey(db)
  return (network) => {
    const name = `visitors ${Math.floor(now() / DAY_MS)}`
    return sign(network, name, { after: 'visitors ', first: name })
  }
}

const STORE = 'INSERT OR IGNORE INTO secrets (name, value) VALUES (?1, ?2)'
const READ = 'SELECT value FROM secrets WHERE name = ?1'
const DROP = 'DELETE FROM secrets WHERE name > ?1 AND name < ?2'
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** 96 bits: enough to be no guess, and short in every page. */
const MAC_BYTES = 12

/** The keys whose names come between `after` and `first` are dropped: those of the same series. */
type Series = { after: string; first: string }

/** A secret that the library makes on first use, and keeps for itself, as 43 characters. */
export async function storedSecret(db: D1Database, name: string, series?: Series): Promise<string> {
  const fresh = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const [, row] = await db.batch<{ value: string }>([
    db.prepare(STORE).bind(name, fresh),
    db.prepare(READ).bind(name),
    ...(series ? [db.prepare(DROP).bind(series.after, series.first)] : []),
  ])
  return row?.results[0]?.value ?? ''
}

/** Signs texts, as 16 characters of base64url, with the key of a name, which the library makes on first use. */
export function createStoredKey(db: D1Database) {
  let known: { name: string; key: CryptoKey } | undefined

  async function read(name: string, series?: Series): Promise<CryptoKey> {
    const value = await storedSecret(db, name, series)
    return crypto.subtle.importKey('raw', new TextEncoder().encode(value), HMAC, false, ['sign'])
  }

  return async (text: string, name: string, series?: Series): Promise<string> => {
    // Not the promise: one request must not wait for the database of another.
    if (known?.name !== name) known = { name, key: await read(name, series) }
    const mac = await crypto.subtle.sign('HMAC', known.key, new TextEncoder().encode(text))
    return toBase64Url(new Uint8Array(mac, 0, MAC_BYTES))
  }
}

/** Bytes as base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The name of a kind's key, how long its payloads are the same, and for how many such times more they are read. */
type Kind = { key: string; stepMs: number; steps: number }

/** A day, and the hour in which it was written. A copy in a cache is an hour old at most. */
const COUNTED: Kind = { key: 'payloads', stepMs: HOUR_MS, steps: 24 }

/** T51: what our own page may list: for 50 to 60 minutes. */
const PAGES: Kind = { key: 'pages', stepMs: HOUR_MS / 6, steps: 5 }

/** Texts that are signed and dated, such as the `analytics_response_payload` of items and terms: clients send them back. */
export type Payloads = {
  /** `{step}.{signature}.{id}`, the same for a step of its kind. */
  write(id: string, nowMs: number): Promise<string>
  /** The id in a payload that came back at a time; `undefined` unless we wrote it, not longer before than its kind says. */
  read(payload: string, atMs: number): Promise<string | undefined>
}

/** Payloads signed by a key that the library keeps for itself: a counter moves for what was given out alone. */
export function createPayloads(db: D1Database, { key, stepMs, steps } = COUNTED): Payloads {
  const signed = createStoredKey(db)
  const sign = (step: string, id: string) => signed(`${step}.${id}`, key)
  return {
    async write(id, nowMs) {
      const step = Math.floor(nowMs / stepMs).toString(36)
      return `${step}.${await sign(step, id)}.${toBase64Url(new TextEncoder().encode(id))}`
    },
    async read(payload, atMs) {
      const [step = '', mac = '', encoded = '', ...more] = payload.split('.')
      const id = fromBase64Url(encoded)
      if (id === undefined || more.length > 0) return undefined
      const age = Math.floor(atMs / stepMs) - Number.parseInt(step, 36)
      if (!(age >= 0 && age <= steps)) return undefined
      return isSame(mac, await sign(step, id)) ? id : undefined
    },
  }
}

/** The tokens of our own pages. No other payload opens anything: each kind has its key. */
export const createPageTokens = (db: D1Database): PageTokens => createPayloads(db, PAGES)

/** Takes the same time wherever the texts differ. */
export function isSame(given: string, right: string): boolean {
  let difference = given.length ^ right.length
  for (let at = 0; at < right.length; at++) difference |= given.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}

/** @throws DOMException for any other text */
export const bytesOfBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

function fromBase64Url(text: string): string | undefined {
  try {
    return new TextDecoder().decode(bytesOfBase64Url(text))
  } catch {
    return undefined
  }
}
