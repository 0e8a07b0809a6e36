import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import { RULES } from '../../media/renditions.ts'
import { kindOf, MediaError, type MediaErrorReason, type MediaKind } from '../../shared/media/limits.ts'
import { MOVING_FORMATS } from '../../shared/schema/choices.ts'
import { encodeFile } from '../library/encode-file.ts'
import { readBounded } from '../library/ingest-file.ts'
import { isPassing } from './persistently.ts'
import type { RemoteLibrary, RenditionPart, Words } from './remote-library.ts'
import { RunError, reasonOf } from './run-error.ts'

type Renditions = ManifestItem['renditions']

/** A file to be sent. */
export type Sending = {
  /** What people know it by. */
  name: string
  path: string
  words: Words
  /** Renditions that are there already, below `folder`; without them they are made here. */
  made?: { folder: string; renditions: Renditions }
}

/** `completed`: the file was there, some of its renditions were not. */
type Sent = { kind: 'sent' | 'completed' | 'known'; id: string }

export type SendOutcome =
  | Sent
  | { kind: 'refused'; reason: MediaErrorReason | 'failed' | 'unreachable'; why: string }

/** The names of all that is made here of a file. */
const MADE = Object.keys(RULES).flatMap((name) => [
  ...MOVING_FORMATS.map((format) => `${name}.${format}`),
  `${name}_still.gif`,
  `${name}_still.webp`,
])

const namesOf = (renditions: Renditions): string[] =>
  Object.entries(renditions).flatMap(([name, files]) =>
    MOVING_FORMATS.filter((format) => files[format]).map((format) => `${name}.${format}`),
  )

/** The file itself stays its original in its own format. */
const without = (names: readonly string[], kind: MediaKind) =>
  names.filter((name) => name !== `original.${kind}`)

async function readAll(
  folder: string,
  renditions: Renditions,
  names: readonly string[],
): Promise<RenditionPart[]> {
  const read = async (name: string): Promise<RenditionPart | undefined> => {
    const [rendition = '', format] = name.split('.')
    const file = renditions[rendition]?.[format as (typeof MOVING_FORMATS)[number]]?.file
    return file ? { name, bytes: await readFile(join(folder, file)) } : undefined
  }
  return (await Promise.all(names.map(read))).filter((one) => one !== undefined)
}

/** Lets one piece of work begin when the one before has ended. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

type Sender = {
  remote: RemoteLibrary
  /** A folder for temporary files. */
  workplace: string
  /** A server takes one large body at a time. */
  inTurn: InTurn
  /** What this run has begun, by the file's SHA-256. */
  begun: Map<string, Promise<Sent>>
}

/**
 * Puts a file and its renditions into a library elsewhere, and sends nothing that is there. Nothing goes before all of it is
 * made. What is wrong with a file is no exception: the next one must have its turn (F36).
 * @throws RunError for what is wrong with all of them
 */
export async function sendFile(sender: Sender, sending: Sending): Promise<SendOutcome> {
  try {
    return await send(sender, sending)
  } catch (error) {
    if (error instanceof RunError || !(error instanceof Error)) throw error
    if (error instanceof MediaError) return { kind: 'refused', reason: error.reason, why: error.message }
    return { kind: 'refused', reason: isPassing(error) ? 'unreachable' : 'failed', why: reasonOf(error) }
  }
}

async function send(sender: Sender, sending: Sending): Promise<Sent> {
  const bytes = await readBounded(sending.path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const before = sender.begun.get(sha256)
  if (before) return { kind: 'known', id: (await before).id }
  const sent = sendOnce(sender, sending, { bytes, sha256 })
  sender.begun.set(sha256, sent)
  return sent
}

type Read = { bytes: Buffer<ArrayBuffer>; sha256: string }

async function sendOnce(
  { remote, workplace, inTurn }: Sender,
  { words, made }: Sending,
  { bytes, sha256 }: Read,
): Promise<Sent> {
  const names = without(made ? namesOf(made.renditions) : MADE, kindOf(bytes))
  const known = await remote.find(sha256)
  if (known && (!known.is_own || names.every((name) => known.renditions.includes(name)))) {
    return { kind: 'known', id: known.id }
  }
  const folder = join(workplace, sha256)
  try {
    await mkdir(folder, { recursive: true })
    const { folder: at, renditions } = made ?? {
      folder,
      ...(await encodeFile(bytes, { folder, id: 'made' })),
    }
    const all = await readAll(at, renditions, names)
    return await inTurn(async () => {
      const id = known?.id ?? (await remote.upload(bytes, words))
      await remote.addRenditions(id, all)
      return { kind: known ? 'completed' : 'sent', id }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
