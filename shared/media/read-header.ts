import { joined } from '../net/bytes.ts'
import { walkAvif } from './avif-header.ts'
import { checkBytes, checkLimits, KIND_BYTES, kindOf, type MediaHeader, type MediaKind } from './limits.ts'
import { walkMp4 } from './mp4-header.ts'
import { walkGif, walkPng, walkWebp } from './picture-headers.ts'
import { PieceReader, type Walk, walkAll } from './piece-reader.ts'
import { walkWebm } from './webm-header.ts'

const WALKS: Record<MediaKind, (reader: PieceReader) => Walk<MediaHeader>> = {
  gif: walkGif,
  webp: walkWebp,
  png: walkPng,
  mp4: walkMp4,
  avif: walkAvif,
  webm: walkWebm,
  mov: walkMp4,
}

/** The header of a file of this kind that is all there. @throws MediaError */
export const readHeader = (kind: MediaKind, bytes: Uint8Array): MediaHeader => walkAll(WALKS[kind], bytes)

/** A file that was walked to its end, and what it is by its own bytes. */
export type WalkedMedia = MediaHeader & { kind: MediaKind; bytes: number }

/** Checks a file while its pieces arrive, by its first bytes (T28) and `limits.ts` (T27). @throws MediaError anywhere */
export class MediaWalk {
  private readonly reader = new PieceReader()
  private start: Uint8Array = new Uint8Array()
  private length = 0
  private known: { kind: MediaKind; walk: Walk<MediaHeader> } | undefined
  private header: MediaHeader | undefined

  /** The kind, once enough is there to know it. */
  get kind(): MediaKind | undefined {
    return this.known?.kind
  }

  push(piece: Uint8Array): void {
    this.length += piece.byteLength
    checkBytes(this.length)
    if (this.header) return
    if (this.known) {
      this.reader.push(piece)
      this.step()
      return
    }
    this.start = joined([this.start, piece])
    if (this.start.byteLength >= KIND_BYTES) this.begin()
  }

  end(): WalkedMedia {
    if (!this.known) this.begin()
    this.reader.end()
    this.step()
    const { known, header, length } = this
    // The walk has its end now, so it is done or it has thrown.
    if (!known || !header) throw new Error('a walk that does not end')
    checkLimits(header, length, known.kind)
    return { ...header, kind: known.kind, bytes: length }
  }

  private begin(): void {
    const kind = kindOf(this.start)
    this.known = { kind, walk: WALKS[kind](this.reader) }
    this.reader.push(this.start)
    this.step()
  }

  private step(): void {
    if (!this.known || this.header) return
    const { done, value } = this.known.walk.next()
    if (!done) return
    this.header = value
    checkLimits(value, this.length, this.known.kind)
  }
}
