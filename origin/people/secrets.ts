import { sha256Hex } from '../../shared/net/bytes.ts'
import { toBase64Url } from '../stored-key.ts'

/** A session, token, key or link: 256 bits as 43 characters of base64url. Only its hash is stored (T31). */
export const newSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The form in which a secret is stored and looked up. Its 256 bits need no salt. */
export const hashOf = (secret: string): Promise<string> => sha256Hex(secret)

/** A row's public id: 96 bits as 16 characters of base64url. */
export const newId = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(12)))

/** The `csrftoken` of a session: it follows from the session, so that no other fits it, and does not give it away. */
export const csrfOf = (session: string): Promise<string> => hashOf(`csrftoken ${session}`)
