import { readGifHeader } from './gif-header.ts'
import type { MediaKind } from './kind.ts'
import type { MediaHeader } from './media-header.ts'
import { readMp4Header } from './mp4-header.ts'
import { readPngHeader } from './png-header.ts'
import { readWebpHeader } from './webp-header.ts'

const READERS: Record<MediaKind, (bytes: Uint8Array) => MediaHeader> = {
  gif: readGifHeader,
  webp: readWebpHeader,
  png: readPngHeader,
  mp4: readMp4Header,
}

export const readHeader = (kind: MediaKind, bytes: Uint8Array): MediaHeader => READERS[kind](bytes)
