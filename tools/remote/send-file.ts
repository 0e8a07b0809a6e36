import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import { RULES } from '../../media/renditions.ts'
import { kindOf, MediaError, type MediaErrorReason } from '../../shared/media/limits.ts'
import { NO_PHASH } from '../../shared/schema/own/hashes.ts'
import { encodeFile, hashIfReadable } from '../library/encode-file.ts'
import { readBounded } from '../library/ingest-file.ts'
import type { Said } from '../listing/listing.ts'
import { namesOf, readParts, withoutOriginal } from './made-parts.ts'
import { isPassing } from './persistently.ts'
import type { KnownFile, RemoteLibrary } from './remote-library.ts'
import { RunError, reasonOf } from './run-error.ts'
import { differences, wordsToSend } from './words-to-send.ts'

type Renditions = ManifestItem['renditions']

/** A file to be sent. */
export type Sending = {
  /** What people know it by, and its line in a list; 0 where there is none. */
  name: string
  line: number
  path: string
  said: Said
  /** Renditions that are there already, below `folder`; without them they are made here. */
  made?: { folder: string; renditions: Renditions }
}

/** `completed`: the file was there, some of its renditions were not. `updated`: what is said of it was other. */
type Sent = { kind: 'sent' | 'completed' | 'updated' | 'known'; id: string }

export type SendOutcome =
  | Sent
  | { kind: 'refused'; reason: MediaErrorReason | 'failed' | 'unreachable'; why: string }

/** The names of what is made of every file; AVIF and WebP only where they are smaller. */
const MADE = Object.keys(RULES).flatMap((name) => [`${name}.gif`, `${name}.mp4`, `${name}_still.gif`])

/** A place in a row: `come` ends when those before have gone. */
export type Turn = { come: () => Promise<void>; go: () => void }

type Sender = {
  remote: RemoteLibrary
  /** A folder for temporary files. */
  workplace: string
  /** A server takes one large body at a time, in the order of the list: lists of new items have it. */
  takeTurn: () => Turn
  /** What this run has begun, by the file's SHA-256. */
  begun: Map<string, Promise<Sent>>
}

/**
 * Puts a file and its renditions into a library elsewhere, and sends nothing that is there. Nothing goes before all of it is
 * made. What is wrong with a file is no exception: the next one must have its turn (F36).
 * @throws RunError for what is wrong with all of them
 */
export async function sendFile(sender: Sender, sending: Sending): Promise<SendOutcome> {
  const turn = sender.takeTurn()
  try {
    return await send(sender, sending, turn)
  } catch (error) {
    if (error instanceof RunError || !(error instanceof Error)) throw error
    if (error instanceof MediaError) return { kind: 'refused', reason: error.reason, why: error.message }
    return { kind: 'refused', reason: isPassing(error) ? 'unreachable' : 'failed', why: reasonOf(error) }
  } finally {
    turn.go()
  }
}

async function send(sender: Sender, sending: Sending, turn: Turn): Promise<Sent> {
  const bytes = await readBounded(sending.path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const before = sender.begun.get(sha256)
  if (before) {
    // The other one may have been read first, and wait for this turn.
    turn.go()
    return { kind: 'known', id: (await before).id }
  }
  const sent = sendOnce(sender, sending, { bytes, sha256, turn })
  sender.begun.set(sha256, sent)
  return sent
}

type Read = { bytes: Buffer<ArrayBuffer>; sha256: string; turn: Turn }

async function sendOnce(
  { remote, workplace }: Sender,
  { path, said, made }: Sending,
  { bytes, sha256, turn }: Read,
): Promise<Sent> {
  const kind = kindOf(bytes)
  const names = withoutOriginal(made ? namesOf(made.renditions) : MADE, kind)
  const known = await remote.find(sha256)
  if (known && (!isTheirs(known, said) || names.every((name) => known.renditions.includes(name))))
    return update(remote, known, said)
  const folder = join(workplace, sha256)
  try {
    await mkdir(folder, { recursive: true })
    const {
      folder: at,
      renditions,
      phash,
    } = made
      ? { ...made, phash: await hashIfReadable(bytes, { folder }) }
      : { folder, ...(await encodeFile(bytes, { folder, id: 'made' })) }
    const all = await readParts(at, renditions, withoutOriginal(namesOf(renditions), kind))
    await turn.come()
    const id = known?.id ?? (await remote.upload(bytes, wordsToSend(path, said)))
    await remote.addRenditions(id, all, phash === undefined ? {} : { phash: phash || NO_PHASH })
    if (known) await update(remote, known, said)
    return { kind: known ? 'completed' : 'sent', id }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether an item that is there is the sender's to complete and change: their own, or for staff that of the author they name. */
function isTheirs({ is_own, words }: KnownFile, { author }: Said): boolean {
  return (
    is_own ||
    (words !== null && author !== undefined && words.username.toLowerCase() === author.toLowerCase())
  )
}

/** Changes what a list says otherwise of an item that is there. */
async function update(remote: RemoteLibrary, known: KnownFile, said: Said): Promise<Sent> {
  const { id, words } = known
  if (!words || !isTheirs(known, said)) return { kind: 'known', id }
  const { change, film } = differences(said, words)
  if (Object.keys(change).length > 0) await remote.edit(id, change)
  if (film !== undefined) await remote.setFilm(id, film)
  return { kind: Object.keys(change).length > 0 || film !== undefined ? 'updated' : 'known', id }
}
