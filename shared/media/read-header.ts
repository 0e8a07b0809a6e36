import { checkBytes, checkLimits, KIND_BYTES, kindOf, type MediaHeader, type MediaKind } from './limits.ts'
import { walkMp4 } from './mp4-header.ts'
import { walkGif, walkPng, walkWebp } from './picture-headers.ts'
import { PieceReader, type Walk, walkAll } from './piece-reader.ts'

const WALKS: Record<MediaKind, (reader: PieceReader) => Walk<MediaHeader>> = {
  gif: walkGif,
  webp: walkWebp,
  png: walkPng,
  mp4: walkMp4,
}

/** The header of a file of this kind that is all there. @throws MediaError */
export const readHeader = (kind: MediaKind, bytes: Uint8Array): MediaHeader => walkAll(WALKS[kind], bytes)

/** A file that was walked to its end, and what it is by its own bytes. */
export type WalkedMedia = MediaHeader & { kind: MediaKind; bytes: number }

/**
 * Checks a file while its pieces arrive, within the limits of `limits.ts` (T27). The type comes from its first bytes (T28).
 * @throws MediaError from each function.
 */
export function startMediaWalk() {
  const reader = new PieceReader()
  let start: Uint8Array = new Uint8Array()
  let length = 0
  let known: { kind: MediaKind; walk: Walk<MediaHeader> } | undefined
  let header: MediaHeader | undefined

  function step(): void {
    if (!known || header) return
    const { done, value } = known.walk.next()
    if (!done) return
    header = value
    checkLimits(header, length)
  }

  function begin(): void {
    const kind = kindOf(start)
    known = { kind, walk: WALKS[kind](reader) }
    reader.push(start)
    step()
  }

  return {
    /** The kind, once enough is there to know it. */
    get kind(): MediaKind | undefined {
      return known?.kind
    },
    push(piece: Uint8Array): void {
      length += piece.byteLength
      checkBytes(length)
      if (header) return
      if (!known) {
        const both = new Uint8Array(start.byteLength + piece.byteLength)
        both.set(start)
        both.set(piece, start.byteLength)
        start = both
        if (start.byteLength >= KIND_BYTES) begin()
        return
      }
      reader.push(piece)
      step()
    },
    end(): WalkedMedia {
      if (!known) begin()
      reader.end()
      step()
      // The walk has its end now, so it is done or it has thrown.
      if (!known || !header) throw new Error('a walk that does not end')
      checkLimits(header, length)
      return { ...header, kind: known.kind, bytes: length }
    },
  }
}
