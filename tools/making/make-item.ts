import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UpstreamError } from '../../shared/errors.ts'
import { kindOf, MediaError } from '../../shared/media/limits.ts'
import type { MakerForm } from '../../shared/schema/choices.ts'
import { NO_PHASH } from '../../shared/schema/own/hashes.ts'
import { encodeFile, hashFile } from '../library/encode-file.ts'
import { namesOf, readParts, withoutOriginal } from '../remote/made-parts.ts'
import type { RemoteLibrary } from '../remote/remote-library.ts'
import { RunError, reasonOf } from '../remote/run-error.ts'

/** An item that this maker has, as the lease's call answers it. */
export type Leased = { gif_id: string; forms: readonly MakerForm[]; file: string; lease: string }

/** What became of an item: all is made, nothing can be made of it, or it is for another time, or another maker's. */
export type Made = { kind: 'made'; versions: number } | { kind: 'failed' | 'left' | 'lost'; why: string }

/** What one item may cost: AVIF in all sizes takes minutes. */
const LIMITS = { ms: 15 * 60_000, memoryBytes: 2 * 1024 ** 3 } as const
/** ms between signs of life: a lease lasts 2 minutes without one. */
const BEAT_MS = 20_000
/** What another try may not meet again. */
const PASSING: ReadonlySet<string> = new Set(['too-slow', 'crashed'])

/**
 * Makes an item's renditions in a child process, and sends them. What is wrong with a file is said to its installation.
 * @param workplace a folder for temporary files
 * @throws RunError for what is wrong with all items; UpstreamError where the installation is away: the lease runs out by itself
 */
export async function makeItem(remote: RemoteLibrary, item: Leased, workplace: string): Promise<Made> {
  const beat = setInterval(() => void say(remote, item, { state: 'working' }).catch(() => {}), BEAT_MS)
  const folder = join(workplace, item.lease)
  try {
    await mkdir(folder, { recursive: true })
    const { versions, phash } = await makeAndSend(remote, item, folder)
    await say(remote, item, { state: 'done', phash: phash || NO_PHASH })
    return { kind: 'made', versions }
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 409) return { kind: 'lost', why: reasonOf(error) }
    if (error instanceof MediaError || isRefusal(error)) return giveUp(remote, item, error)
    throw error
  } finally {
    clearInterval(beat)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the installation takes this item's renditions no better the next time. */
const isRefusal = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.status !== undefined &&
  [400, 403, 404, 410, 413].includes(error.status)

async function makeAndSend(
  remote: RemoteLibrary,
  item: Leased,
  folder: string,
): Promise<{ versions: number; phash: string }> {
  const { gif_id, forms, lease } = item
  const bytes = await remote.file(item.file)
  if (forms.every((form) => form === 'phash'))
    return { versions: 0, phash: await hashFile(bytes, { folder, limits: LIMITS }) }
  const { renditions, phash } = await encodeFile(bytes, { folder, id: 'made', limits: LIMITS })
  const isWanted = (name: string) => forms.some((form) => name.endsWith(`.${form}`))
  const names = withoutOriginal(namesOf(renditions), kindOf(bytes)).filter(isWanted)
  await say(remote, item, { state: 'working', planned: names.length })
  await remote.addRenditions(gif_id, await readParts(folder, renditions, names), { lease })
  return { versions: names.length, phash }
}

type Said = {
  state: 'working' | 'done' | 'failed' | 'queued'
  reason?: string
  planned?: number
  phash?: string
}

/** Says how far an item is. */
export const say = (remote: RemoteLibrary, { gif_id: id, lease }: Leased, said: Said) =>
  remote.around('reportRenditions', { id, lease, ...said })

async function giveUp(remote: RemoteLibrary, item: Leased, error: MediaError | UpstreamError): Promise<Made> {
  const why = (error instanceof MediaError ? error.message : reasonOf(error)).slice(0, 200)
  const isForAnotherTime = error instanceof MediaError && PASSING.has(error.reason)
  await say(remote, item, { state: isForAnotherTime ? 'queued' : 'failed', reason: plain(why) }).catch(
    (failure) => {
      if (failure instanceof RunError) throw failure
    },
  )
  return { kind: isForAnotherTime ? 'left' : 'failed', why }
}

/** A decoder's words, as a call takes them. */
const plain = (text: string) => text.replace(/\p{Cc}/gu, ' ').trim() || 'it cannot be made'
