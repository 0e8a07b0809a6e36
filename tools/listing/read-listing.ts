import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from './list-files.ts'
import type { Listing } from './listing.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

/** Bytes of a list. */
const LIST_BYTES = 32 * 1024 * 1024

const READERS = { 'library.json': readJson, 'library.csv': readCsv } as const

/**
 * What a folder is to bring: what its list says (`library.json` or `library.csv`), else its files.
 * @throws Error for a folder that is missing, and a list that cannot be read, by its name
 */
export async function readListing(folder: string): Promise<Listing> {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`)
  const [list, other] = (Object.keys(READERS) as (keyof typeof READERS)[]).filter((name) =>
    existsSync(join(folder, name)),
  )
  if (!list) {
    const names = await listFiles(folder)
    const lines = names.map((name) => ({ line: 0, name, path: name, said: {} }))
    return { lines, bad: [], people: [], channels: [], categories: [], pinned: [], featured: [] }
  }
  if (other) throw new Error(`The folder has both ${list} and ${other}: which of them counts?`)
  try {
    if ((await stat(join(folder, list))).size > LIST_BYTES)
      throw new Error(`is larger than ${LIST_BYTES / 1024 / 1024} MiB: split it`)
    const bytes = await readFile(join(folder, list))
    return READERS[list](new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new Error(`${list}: ${error instanceof Error ? error.message : error}`)
  }
}
