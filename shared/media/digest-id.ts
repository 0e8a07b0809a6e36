import { ID_DIGITS } from './limits.ts'

/** 12 letters and digits from a digest in hex: an item of `ingest` has the id that its file's content gives. */
export function idOfDigest(digest: string): string {
  let id = ''
  for (let rest = BigInt(`0x${digest}`); id.length < 12; rest /= 62n)
    id += ID_DIGITS.charAt(Number(rest % 62n))
  return id
}
