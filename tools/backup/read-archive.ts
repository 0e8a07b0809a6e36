import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { BackupError, END, kindOfMember, MANIFEST, type MemberKind } from './archive-names.ts'
import {
  type End,
  type Listed,
  type ListedFile,
  type Manifest,
  parseEnd,
  parseListed,
  parseManifest,
} from './manifest.ts'
import { readTar } from './tar.ts'

/** What an archive is made of, in its order. The bytes of a file come before what the list says of it. */
export type ArchivePart =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'rows'; table: string; lines: string[] }
  | { kind: 'file'; member: string; content: AsyncIterable<Uint8Array> }
  | { kind: 'listed'; file: ListedFile }
  | { kind: 'end'; end: End }

const ORDER: Record<MemberKind['kind'], number> = { manifest: 0, rows: 1, list: 1, file: 2, end: 3 }
/** A file in front of its list. */
type Unlisted = { member: string; sha256: string; size: number; isFile: boolean }

/** The tar in a file, by what its first bytes say. @throws BackupError for another file */
async function decompressed(file: string): Promise<Readable> {
  const handle = await open(file)
  const magic = Buffer.alloc(4)
  await handle.read(magic, 0, 4, 0).finally(() => handle.close())
  const isZstd = magic.readUInt32LE() === 0xfd2fb528
  if (!isZstd && magic.readUInt16BE() !== 0x1f8b)
    throw new BackupError(`${file} is no archive of a Loopframe`)
  const source = createReadStream(file)
  const out = isZstd ? createZstdDecompress() : createGunzip()
  source.once('error', (error) => out.destroy(error))
  return source.pipe(out)
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch (cause) {
    throw new BackupError('The archive is refused: what should be text is none', { cause })
  }
}

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new BackupError('The archive is refused: a line has no end')
  return lines
}

/**
 * Reads an archive from its beginning to its end, and checks what an archive says of itself: the hash of each member, their
 * order, and how many there are. It throws where something is wrong, at the latest behind the last part.
 * @throws BackupError
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivePart> {
  const stream = await decompressed(file)
  try {
    yield* partsIn(stream)
  } catch (error) {
    // What gzip and zstd say of a broken file.
    if (error instanceof Error && 'code' in error && /^(Z_|ZSTD_|ERR_)/.test(String(error.code)))
      throw new BackupError('The archive is cut off or damaged: copy it again', { cause: error })
    throw error
  } finally {
    stream.destroy()
  }
}

async function* partsIn(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivePart> {
  const all = createHash('sha256')
  const sum = { members: 0, files: 0, bytes: 0 }
  let manifest: Manifest | undefined
  let end: End | undefined
  let stage = 0
  let waiting: Unlisted[] = []
  const seen = { rows: '', file: '' }

  for await (const { name, size, content } of readTar(stream, (name) => kindOfMember(name).most)) {
    const member = kindOfMember(name)
    if (ORDER[member.kind] < stage && member.kind !== 'list') throw outOfOrder(name)
    if (end || (manifest === undefined) !== (name === MANIFEST)) throw outOfOrder(name)
    stage = Math.max(stage, ORDER[member.kind])
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const piece of content) {
        hash.update(piece)
        yield piece
      }
    }
    let text = ''
    if (member.kind === 'file') {
      // Numbers rise: no member comes twice.
      if (name <= seen.file) throw outOfOrder(name)
      seen.file = name
      yield { kind: 'file', member: name, content: hashed() }
      for await (const _ of hashed());
      sum.files++
      sum.bytes += size
    } else text = await textOf(hashed())
    const sha256 = hash.digest('hex')
    if (name === END) {
      end = parseEnd(text)
      continue
    }
    all.update(`${sha256}  ${name}\n`)
    sum.members++
    if (member.kind === 'list') {
      const listed = linesOf(text).map(parseListed)
      assertListed(listed, waiting)
      waiting = []
      for (const each of listed) if ('key' in each) yield { kind: 'listed', file: each }
      continue
    }
    waiting.push({ member: name, sha256, size, isFile: member.kind === 'file' })
    if (waiting.length > 1000) throw new BackupError('The archive is refused: its list is missing')
    if (member.kind === 'manifest') {
      manifest = parseManifest(text)
      yield { kind: 'manifest', manifest }
    } else if (member.kind === 'rows') {
      if (name <= seen.rows) throw outOfOrder(name)
      seen.rows = name
      yield { kind: 'rows', table: member.table, lines: linesOf(text) }
    }
  }
  if (!manifest || !end || waiting.length > 0) throw new BackupError('The archive is cut off: copy it again')
  const isWhole =
    end.sha256 === all.digest('hex') &&
    end.members === sum.members &&
    end.files === sum.files &&
    end.bytes === sum.bytes &&
    manifest.files === end.files + end.missing
  if (!isWhole) throw new BackupError('The archive is damaged: its end does not fit what it has')
  yield { kind: 'end', end }
}

function assertListed(listed: readonly Listed[], waiting: readonly Unlisted[]): void {
  const isRight =
    listed.length === waiting.length &&
    listed.every((each, at) => {
      const was = waiting[at]
      return (
        was?.member === each.member &&
        was.sha256 === each.sha256 &&
        was.isFile === 'key' in each &&
        (!('key' in each) || each.size === was.size)
      )
    })
  if (!isRight) throw new BackupError('The archive is damaged: a hash is wrong. Copy it again')
}

const outOfOrder = (name: string) => new BackupError(`The archive is refused: '${name}' is out of its order`)
