import { scrypt } from 'node:crypto'
import { hex, sha256Hex } from '../../shared/net/bytes.ts'
import { toBase64Url } from '../stored-key.ts'

/** 16 MB and some 80 ms of CPU: an isolate has 128 MB for everything. */
const COST = { N: 16_384, r: 8, p: 1 } as const
const BYTES = 32
const SALT_BYTES = 16

type Cost = { N: number; r: number; p: number }

const derive = (password: string, salt: string, cost: Cost): Promise<string> =>
  new Promise((resolve, reject) => {
    // Two ways to type the same letter must give the same password.
    scrypt(password.normalize('NFKC'), salt, BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(hex(key)),
    )
  })

/** A password as it is stored: `scrypt$N$r$p$salt$hash`, so that the cost may rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
  const { N, r, p } = COST
  return ['scrypt', N, r, p, salt, await derive(password, salt, COST)].join('$')
}

/** No user's password: checking it takes as long as a real one. */
const DECOY = ['scrypt', COST.N, COST.r, COST.p, '0'.repeat(2 * SALT_BYTES), '0'.repeat(2 * BYTES)].join('$')

/** Whether a password is the stored one. Without one it does the same work: its time tells of no account (T33). */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? DECOY).split('$')
  const key = await derive(password, salt, { N: Number(N), r: Number(r), p: Number(p) })
  const bytes = (text: string) => new TextEncoder().encode(text)
  const isEqual = key.length === hash.length && crypto.subtle.timingSafeEqual(bytes(key), bytes(hash))
  return isEqual && typeof stored === 'string'
}

/** A session, token, key or link: 256 bits as 43 characters of base64url. Only its hash is stored (T31). */
export const newSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The form in which a secret is stored and looked up. Its 256 bits need no salt. */
export const hashOf = (secret: string): Promise<string> => sha256Hex(secret)

/** A row's public id: 96 bits as 16 characters of base64url. */
export const newId = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(12)))

/** The `csrftoken` of a session: it follows from the session, so that no other fits it, and does not give it away. */
export const csrfOf = (session: string): Promise<string> => hashOf(`csrftoken ${session}`)
