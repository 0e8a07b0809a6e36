import { MediaError } from './media-error.ts'

export type MediaKind = 'gif' | 'webp' | 'png' | 'mp4'

/** What a field for files offers to choose, as its `accept`. */
export const ACCEPTED_FILES = 'image/gif,image/webp,image/png,image/apng,video/mp4'

type Magic = { kind: MediaKind; at: number; text: string; and?: { at: number; text: string } }

const MAGIC: readonly Magic[] = [
  { kind: 'gif', at: 0, text: 'GIF87a' },
  { kind: 'gif', at: 0, text: 'GIF89a' },
  { kind: 'webp', at: 0, text: 'RIFF', and: { at: 8, text: 'WEBP' } },
  { kind: 'png', at: 0, text: '\x89PNG\r\n\x1a\n' },
  { kind: 'mp4', at: 4, text: 'ftyp' },
]

/** How many bytes the detection needs. */
export const KIND_BYTES = 12

const has = (bytes: Uint8Array, { at, text }: { at: number; text: string }): boolean =>
  String.fromCharCode(...bytes.subarray(at, at + text.length)) === text

/** The type by magic bytes, whatever the file is called (T28). */
export function kindOf(bytes: Uint8Array): MediaKind {
  if (bytes.length === 0) throw new MediaError('empty', 'the file is empty')
  const found = MAGIC.find((magic) => has(bytes, magic) && (!magic.and || has(bytes, magic.and)))
  if (!found) throw new MediaError('unknown-type', 'not a GIF, WebP, PNG or MP4 file')
  return found.kind
}
