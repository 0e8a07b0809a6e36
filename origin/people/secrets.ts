import { scrypt } from 'node:crypto'
import { hex, sha256Hex } from '../../shared/net/bytes.ts'
import { toBase64Url } from '../stored-key.ts'

type Cost = { N: number; r: number; p: number }

/**
 * One of OWASP's settings of scrypt: 16 MB, and some 130 ms of CPU. The others need 32 MB and more, and an isolate has 128 MB
 * for everything (`docs/decisions/2026-11-27-what-a-password-costs.md`).
 */
export const PASSWORD_COST: Cost = { N: 16_384, r: 8, p: 5 }
/** Less than 2 ms, for the free plan's 10 ms a request: a key outside the database makes up for it. */
const KEYED_COST: Cost = { N: 1024, r: 8, p: 1 }
type Scheme = 'scrypt' | 'keyed'

let cost = PASSWORD_COST
let key = ''
let scheme: Scheme = 'scrypt'
const BYTES = 32
const SALT_BYTES = 16

/** Sets what a password costs. Tests alone do: they check many. */
export function setPasswordCost(to: Cost): void {
  cost = to
}

/**
 * Sets the key that passwords may be stored with, which no copy of the database has.
 * @param isFree whether they are stored so from now on
 */
export function keepPasswordKey(secret: string, isFree: boolean): void {
  key = secret
  if (!isFree) return
  scheme = 'keyed'
  cost = KEYED_COST
}

/** That key; '' without one. */
export const passwordKey = (): string => key

/** Undoes it. Tests alone do. */
export function forgetPasswordKey(): void {
  key = ''
  scheme = 'scrypt'
}

const workOf = ({ N, r, p }: Cost) => N * r * p

const derive = (password: string, salt: string, cost: Cost): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, BYTES, cost, (error, key) => (error ? reject(error) : resolve(hex(key))))
  })

/** What is hashed. Two ways to type the same letter must give the same password. */
async function preparedFor(scheme: string, password: string): Promise<string> {
  const text = password.normalize('NFKC')
  if (scheme !== 'keyed') return text
  const bytes = (text: string) => new TextEncoder().encode(text)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes(`passwords ${key}`), hmac, false, ['sign'])
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes(text))))
}

/** A password as it is stored: `scrypt$N$r$p$salt$hash`, so that the cost may rise later; `keyed$…` with the key. */
export async function hashPassword(password: string): Promise<string> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
  const { N, r, p } = cost
  return [scheme, N, r, p, salt, await derive(await preparedFor(scheme, password), salt, cost)].join('$')
}

/** No user's password: checking it takes as long as a real one. */
const decoy = () =>
  [scheme, cost.N, cost.r, cost.p, '0'.repeat(2 * SALT_BYTES), '0'.repeat(2 * BYTES)].join('$')

function partsOf(stored: string) {
  const [scheme = '', N, r, p, salt = '', hash = ''] = stored.split('$')
  return { scheme, stored: { N: Number(N), r: Number(r), p: Number(p) }, salt, hash }
}

/** Whether a stored password was cheaper to compute than one is today, so that its next sign-in stores it again. */
export const isCheap = (stored: string): boolean => workOf(partsOf(stored).stored) < workOf(cost)

/**
 * What is computed to check a password: at the cost that it was stored at, and the rest of today's. It is the same work for
 * all, also where there is no password.
 */
export function workToCheck(stored: string | null | undefined): Cost[] {
  const had = stored ? partsOf(stored).stored : cost
  const missing = Math.round((workOf(cost) - workOf(had)) / (cost.N * cost.r))
  return missing > 0 ? [had, { ...cost, p: missing }] : [had]
}

/**
 * Whether a password is the stored one. Without one, or with one that was stored when they cost less, it does the same work:
 * its time tells of no account (T33).
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { scheme, salt, hash } = partsOf(stored ?? decoy())
  const text = await preparedFor(scheme, password)
  const [first = cost, ...rest] = workToCheck(stored)
  const key = await derive(text, salt, first)
  for (const each of rest) await derive(text, salt, each)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const isEqual = key.length === hash.length && crypto.subtle.timingSafeEqual(bytes(key), bytes(hash))
  return isEqual && typeof stored === 'string'
}

/** A session, token, key or link: 256 bits as 43 characters of base64url. Only its hash is stored (T31). */
export const SECRET_CHARS = 43
export const newSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The form in which a secret is stored and looked up. Its 256 bits need no salt. */
export const hashOf = (secret: string): Promise<string> => sha256Hex(secret)

/** A row's public id: 96 bits as 16 characters of base64url. */
export const newId = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(12)))

/** The `csrftoken` of a session: it follows from the session, so that no other fits it, and does not give it away. */
export const csrfOf = (session: string): Promise<string> => hashOf(`csrftoken ${session}`)
