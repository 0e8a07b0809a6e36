import { isSame } from '../stored-key.ts'

/** RFC 6238 with what every app knows: SHA-1, 6 digits, steps of 30 s. */
const STEP_MS = 30_000
const DIGITS = 6
const HMAC = { name: 'HMAC', hash: 'SHA-1' }

/** RFC 4648, 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as base32 without padding; their number is a multiple of 5. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? '')
}

function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
}

export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS)

/** The code of a step. @param secret in base32 */
export async function codeOf(secret: string, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const key = await crypto.subtle.importKey('raw', fromBase32(secret), HMAC, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign(HMAC, key, counter.buffer))
  // RFC 4226, 5.3
  const at = mac.getUint8(mac.byteLength - 1) & 0xf
  return String((mac.getUint32(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The step that a code is of: the present one, or the one before or after, where the person's clock differs.
 * @param used the last step that was used: none up to it counts again
 */
export async function stepOf(
  secret: string,
  code: string,
  nowMs: number,
  used: number,
): Promise<number | undefined> {
  const now = stepAt(nowMs)
  let found: number | undefined
  for (const step of [now - 1, now, now + 1]) {
    if (isSame(code, await codeOf(secret, step)) && step > used) found = step
  }
  return found
}
