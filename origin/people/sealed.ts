import type { D1Database } from '@cloudflare/workers-types'
import { bytesOfBase64Url, storedSecret, toBase64Url } from '../stored-key.ts'
import { passwordKey } from './secrets.ts'

/** Which key a text is sealed with: the one outside the database, or the library's own, which no archive has. */
type Scheme = 'keyed' | 'own'

const IV_BYTES = 12
const bytes = (text: string) => new TextEncoder().encode(text)

async function keyOf(d1: D1Database, scheme: Scheme): Promise<CryptoKey> {
  const secret = scheme === 'keyed' ? passwordKey() : await storedSecret(d1, 'factors')
  const digest = await crypto.subtle.digest('SHA-256', bytes(`factors ${secret}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** A secret that has to be read again, encrypted: `scheme$iv$text`. @param owner whose it is: no other can read it */
export async function seal(d1: D1Database, text: string, owner: string): Promise<string> {
  const scheme: Scheme = passwordKey() ? 'keyed' : 'own'
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const how = { name: 'AES-GCM', iv, additionalData: bytes(owner) }
  const sealed = await crypto.subtle.encrypt(how, await keyOf(d1, scheme), bytes(text))
  return [scheme, toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join('$')
}

/** The text again; undefined where its key is another one by now. */
export async function unseal(d1: D1Database, sealed: string, owner: string): Promise<string | undefined> {
  const [scheme, iv = '', text = ''] = sealed.split('$')
  const how = { name: 'AES-GCM', iv: bytesOfBase64Url(iv), additionalData: bytes(owner) }
  const key = await keyOf(d1, scheme === 'keyed' ? 'keyed' : 'own')
  const plain = await crypto.subtle.decrypt(how, key, bytesOfBase64Url(text)).catch(() => undefined)
  return plain && new TextDecoder().decode(plain)
}
