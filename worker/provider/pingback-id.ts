import { PINGBACK_ID_LENGTH } from '../../shared/limits.ts'

/** A random id of 16 hexadecimal characters, as pingbacks and provider calls bear it (§9). */
export const newPingbackId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH / 2)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
