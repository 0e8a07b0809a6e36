import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { addRedirects } from '../../origin/queries/redirects.ts'
import { ingestFile } from '../library/ingest-file.ts'
import type { Library } from '../library/open-library.ts'
import type { RemoteLibrary } from '../remote/remote-library.ts'
import { oneAfterTheOther } from '../remote/send-all.ts'
import { sendFile } from '../remote/send-file.ts'
import type { ImportTarget } from './import-rows.ts'

/** The local library. */
export const localPlace = (library: Library, workplace: string, username?: string): ImportTarget => ({
  async fileToItem(path) {
    const outcome = await ingestFile({ library, workplace, ...(username && { username }) }, path)
    if (outcome.kind === 'refused') throw new Error(`${basename(path)} is refused: ${outcome.why}`)
    return outcome.id
  },
  add: (rows) => addRedirects(library.db, rows, { nowMs: Date.now() }),
})

/** A library elsewhere, by its calls. */
export function remotePlace(remote: RemoteLibrary, workplace: string): ImportTarget {
  const sender = { remote, workplace, takeTurn: oneAfterTheOther(), begun: new Map() }
  return {
    async fileToItem(path) {
      const name = basename(path)
      const outcome = await sendFile(sender, { name, line: 0, path, said: {} })
      if (outcome.kind === 'refused') throw new Error(`${name} is refused: ${outcome.why}`)
      return outcome.id
    },
    add: (rows) => remote.addRedirects(rows),
  }
}

/** @throws Error for a list that cannot be read, or is too large */
export async function readList(path: string, max: number): Promise<string> {
  const bytes = await readFile(path)
  if (bytes.byteLength > max)
    throw new Error(`${basename(path)} is larger than ${max / 1024 / 1024} MiB: split it`)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
