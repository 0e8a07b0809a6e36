import type { D1Database } from '@cloudflare/workers-types'
import { HOUR_MS } from '../shared/time.ts'
import { createStoredKey, toBase64Url } from './stored-key.ts'

/** A day, and the hour in which it was written. A copy in a cache is an hour old at most. */
const VALID_HOURS = 24

const KEY = 'payloads'

/** The `analytics_response_payload` of items and terms: opaque to clients, who send it back with each event. */
export type Payloads = {
  /** `{hour}.{signature}.{id}`, the same for an hour. */
  write(id: string, nowMs: number): Promise<string>
  /** The id in a payload that came back at a time; `undefined` unless we wrote it, not more than a day before. */
  read(payload: string, atMs: number): Promise<string | undefined>
}

/** Payloads signed by a key that the library keeps for itself: a counter moves for what was given out alone. */
export function createPayloads(db: D1Database): Payloads {
  const signed = createStoredKey(db)
  const sign = (hour: string, id: string) => signed(`${hour}.${id}`, KEY)
  return {
    async write(id, nowMs) {
      const hour = Math.floor(nowMs / HOUR_MS).toString(36)
      return `${hour}.${await sign(hour, id)}.${toBase64Url(new TextEncoder().encode(id))}`
    },
    async read(payload, atMs) {
      const [hour = '', mac = '', encoded = '', ...more] = payload.split('.')
      const id = fromBase64Url(encoded)
      if (id === undefined || more.length > 0) return undefined
      const age = Math.floor(atMs / HOUR_MS) - Number.parseInt(hour, 36)
      if (!(age >= 0 && age <= VALID_HOURS)) return undefined
      return isSame(mac, await sign(hour, id)) ? id : undefined
    },
  }
}

/** Takes the same time wherever the texts differ. */
function isSame(given: string, right: string): boolean {
  let difference = given.length ^ right.length
  for (let at = 0; at < right.length; at++) difference |= given.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}

function fromBase64Url(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}
