import { createHash } from 'node:crypto'
import { ID_DIGITS } from '../../shared/media/limits.ts'

/** 12 letters and digits from the SHA-256 of a text that never changes, so an item has the same id on every run. */
export function itemId(text: string): string {
  const digest = createHash('sha256').update(text).digest()
  let rest = BigInt(`0x${digest.toString('hex')}`)
  let id = ''
  for (; id.length < 12; rest /= 62n) id += ID_DIGITS.charAt(Number(rest % 62n))
  return id
}
