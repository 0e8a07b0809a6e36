import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeBackup } from '../backup/backup.ts'
import type { Log } from './log.ts'

type Backups = {
  data: string
  everyMs: number
  /** So many stay. */
  keep: number
  log: Log
  now?: () => number
}

const NAME = /^loopframe-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.tar\.gz$/
const nameAt = (ms: number) =>
  `loopframe-${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

/** When the newest backup of a folder was made, in ms; 0 without one. */
function newestOf(names: readonly string[]): number {
  const [, day, ...time] = NAME.exec(names.at(-1) ?? '') ?? []
  return day ? Date.parse(`${day}T${time.join(':')}Z`) : 0
}

/** The backups of a folder, the oldest first; other files in it are nobody's to remove. */
const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()

/**
 * Makes a backup if one is due, and removes the oldest ones beyond those that stay, once it is whole.
 * @returns when the next one is due
 */
export async function backUpIfDue({ data, everyMs, keep, log, now = Date.now }: Backups): Promise<number> {
  const folder = join(data, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const due = newestOf(backupsIn(folder)) + everyMs
  const begun = now()
  if (due > begun) return due
  const name = nameAt(begun)
  const { files, missing } = await writeBackup({ state: data, file: join(folder, name) })
  for (const old of backupsIn(folder).slice(0, -keep)) rmSync(join(folder, old))
  log('info', { kind: 'backup', message: `Backup: ${name}, ${files} files`, missing, ms: now() - begun })
  return begun + everyMs
}

/** ms until a backup that failed is tried again, and the longest that a timer waits. */
const AGAIN_MS = 10 * 60_000
const LOOK_MS = 60 * 60_000

/** Makes backups from time to time, across restarts. @returns what ends it */
export function startBackups(backups: Backups): () => void {
  const { log, now = Date.now } = backups
  let timer: NodeJS.Timeout
  let hasEnded = false
  const wait = (ms: number) => {
    if (!hasEnded) timer = setTimeout(() => void look(), ms).unref()
  }
  async function look(): Promise<void> {
    try {
      wait(Math.min((await backUpIfDue(backups)) - now(), LOOK_MS))
    } catch (error) {
      log('error', { kind: 'backup', message: error instanceof Error ? error.message : 'no backup was made' })
      wait(AGAIN_MS)
    }
  }
  void look()
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}
