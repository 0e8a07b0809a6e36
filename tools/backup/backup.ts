import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../steps/run-step.ts'
import { readStores } from './data-folder.ts'
import type { End } from './manifest.ts'
import { type FileToWrite, writeArchive } from './write-archive.ts'

/** Which Loopframe makes an archive. */
export const loopframeVersion = (): string =>
  String((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version)

/** The names in files of secrets (`NAME=value` lines); what they are worth stays there. */
export function secretNames(files: readonly string[]): string[] {
  const names = files
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/.exec(line)?.[1] ?? []),
    )
  return [...new Set(names)].sort()
}

/**
 * Writes the library of a data folder to an archive, beside a server that runs there or without one.
 * @param state the folder, as for `openLocalLibrary`
 * @param file the archive; it is there once it is whole
 */
export async function writeBackup({ state, file }: { state: string; file: string }): Promise<End> {
  const stores = readStores(state)
  function* files(): Generator<FileToWrite> {
    for (const { paths, ...stored } of stores.files()) {
      yield { ...stored, open: () => openAll(paths) }
    }
  }
  try {
    return await writeArchive(file, {
      db: stores.db,
      count: stores.countFiles(),
      files: files(),
      loopframe: loopframeVersion(),
      secrets: secretNames([join(state, 'secrets.env'), join(root, '.dev.vars')]),
    })
  } finally {
    stores.close()
  }
}

/** The bytes of a file that is there: its server may delete it as soon as the first of them is read. */
async function openAll(paths: readonly string[]): Promise<AsyncIterable<Uint8Array> | undefined> {
  const handles = await Promise.allSettled(paths.map((path) => open(path)))
  const opened = handles.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (opened.length < handles.length) {
    await Promise.all(opened.map((handle) => handle.close()))
    return undefined
  }
  return (async function* () {
    for (const handle of opened) yield* handle.createReadStream() as AsyncIterable<Uint8Array>
  })()
}
