import { createHash } from 'node:crypto'
import { idOfDigest } from '../../shared/media/digest-id.ts'

/** 12 letters and digits from the SHA-256 of a text that never changes, so an item has the same id on every run. */
export const itemId = (text: string): string => idOfDigest(createHash('sha256').update(text).digest('hex'))
