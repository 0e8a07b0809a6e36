import { AppError } from '../../errors.ts'
import { joined, mediaKind, SNIFFED_BYTES } from '../../net/bytes.ts'
import { MAX_PAIRS, parsePairs } from './parse-pairs.ts'
import type { Bytes } from './read-request-body.ts'
import { ReceivedFile } from './received-file.ts'

/** Where a part's headers must have ended, counted from its boundary. */
export const HEAD_MAX = 1024

const [CR, LF, DASH] = [0x0d, 0x0a, 0x2d]

export const unreadable = () => new AppError('invalid-input', 'The form cannot be read')

/** The boundary of a multipart type (RFC 2046, 5.1.1). @throws AppError 'invalid-input' */
export function boundaryOf(type: string): string {
  const [, quoted, plain] =
    /;[ \t]*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))[ \t]*(?:;|$)/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || /[^\x20-\x7e]/.test(boundary)) throw unreadable()
  return boundary
}

/** Finds a form's boundaries as its pieces arrive. @throws AppError 'invalid-input' from `look` at a part too many (T18) */
export function findBoundaries(boundary: string) {
  const line = new TextEncoder().encode(`\r\n--${boundary}`)
  const starts: number[] = []
  // The end of what has been read, in which a boundary may have begun. The first one has no line break in front of it, so
  // one is put there.
  let rest = line.slice(0, 2)
  let at = -2

  /** Notes the boundaries that begin in the first `length` bytes of a text; it starts at `offset` in the body. */
  function scan(text: Uint8Array, length: number, offset: number): void {
    for (let found = text.indexOf(CR); found >= 0 && found < length; found = text.indexOf(CR, found + 1)) {
      if (!hasAt(text, line, found)) continue
      // The last boundary ends the parts.
      if (starts.push(offset + found) > MAX_PAIRS + 1) {
        throw new AppError('invalid-input', `At most ${MAX_PAIRS} fields are taken`)
      }
    }
  }

  return {
    line,
    /** Where each boundary starts, with its line break. */
    starts,
    look(piece: Uint8Array) {
      const seam = joined([rest, piece.subarray(0, line.byteLength - 1)])
      scan(seam, rest.byteLength, at)
      scan(piece, piece.byteLength, at + rest.byteLength)
      const end = at + rest.byteLength + piece.byteLength
      rest = (piece.byteLength < line.byteLength ? seam : piece).slice(1 - line.byteLength)
      at = end - rest.byteLength
    },
  }
}

export const hasAt = (text: Uint8Array, line: Uint8Array, at: number): boolean =>
  at + line.byteLength <= text.byteLength && line.every((byte, index) => text[at + index] === byte)

/** The fields of a form whose boundaries are known. A file stays in the body's bytes. @throws AppError 'invalid-input' */
export function multipartFields(
  bytes: Bytes,
  { line, starts }: ReturnType<typeof findBoundaries>,
): Record<string, unknown> {
  const texts: [string, string][] = []
  const files = new Map<string, ReceivedFile>()
  const end = (starts.at(-1) ?? 0) + line.byteLength
  if (bytes[end] !== DASH || bytes[end + 1] !== DASH) throw unreadable()
  for (const [index, start] of starts.slice(0, -1).entries()) {
    const { name, isFile, content } = partOf(bytes.subarray(start + line.byteLength, starts[index + 1]))
    // A file's name is checked like every other.
    texts.push([name, isFile ? '' : new TextDecoder().decode(content)])
    if (isFile) files.set(name, checkedFile(content))
  }
  return Object.assign(parsePairs(texts), Object.fromEntries(files))
}

export const END_OF_HEAD = Uint8Array.of(CR, LF, CR, LF)

/** @param part from the end of its boundary: line break, headers, an empty line, content. */
function partOf(part: Bytes): { name: string; isFile: boolean; content: Bytes } {
  const near = part.subarray(0, HEAD_MAX)
  const end = near.findIndex((byte, at) => byte === CR && hasAt(near, END_OF_HEAD, at))
  if (end < 0 || part[0] !== CR || part[1] !== LF) throw unreadable()
  const content = part.subarray(end + END_OF_HEAD.byteLength)
  return { ...partHead(new TextDecoder().decode(part.subarray(0, end))), content }
}

/**
 * A part's name, and whether it is a file, by its headers; they begin with a line break. A browser sends a field of files
 * in which nothing was chosen as a file without a name: it does not count.
 * @throws AppError 'invalid-input'
 */
export function partHead(head: string): { name: string; isFile: boolean } {
  const [, disposition = ''] = /\r\ncontent-disposition:[ \t]*form-data[ \t]*(;[^\r]*)/i.exec(head) ?? []
  const [, quoted, plain] = /;[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? []
  const name = quoted ?? plain
  if (name === undefined) throw unreadable()
  return { name, isFile: /;[ \t]*filename\*?=(?!"")/i.test(disposition) }
}

/** The file with a name and type of our own, because the sender's are untrusted. */
function checkedFile(bytes: Bytes): ReceivedFile {
  const kind = mediaKind(bytes.subarray(0, SNIFFED_BYTES))
  if (!kind) throw new AppError('invalid-input', 'The file must be a GIF, WebP, PNG, MP4 or WebM')
  return new ReceivedFile(bytes, `media.${kind.split('/')[1]}`, kind)
}
