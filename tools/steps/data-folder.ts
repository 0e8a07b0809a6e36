import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identify, isAlive } from '../lock.mjs'

/** What a running server says of itself in its folder: its process, where it listens, and the processes that it runs. */
type Holder = { holder: string; pid: number; port: number; children?: string[] }

const fileOf = (data: string) => join(data, 'lock')

/** The server that has a folder, or had it when it was killed; undefined for none. */
export function holderOf(data: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(data), 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** The port of the server that runs on a folder; undefined where none does. */
export function runningPort(data: string): number | undefined {
  const known = holderOf(data)
  return known && isAlive(known.holder) ? known.port : undefined
}

/** How long a runtime may take to end that was killed. */
const END_MS = 5000

/** Whether a process still has files open: one that has ended can wait for long until its parent asks how. */
export function isAtWork(child: string): boolean {
  if (!isAlive(child)) return false
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${Number.parseInt(child, 10)}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Ends what a killed server has left: its runtime has the stores open. */
async function endLeftovers(children: readonly string[]): Promise<void> {
  for (const child of children) if (isAtWork(child)) process.kill(Number.parseInt(child, 10), 'SIGKILL')
  for (let waited = 0; waited < END_MS && children.some(isAtWork); waited += 50) await pause(50)
}

/**
 * Takes a folder until this process ends: a file in it says so, whose content appears with it.
 * @throws Error where another server has it
 */
export async function takeData(data: string, port: number): Promise<void> {
  mkdirSync(data, { recursive: true })
  const known = holderOf(data)
  if (known && isAlive(known.holder)) throw taken(data, known)
  await endLeftovers(known?.children ?? [])
  const own = `${fileOf(data)}.${process.pid}`
  writeFileSync(own, JSON.stringify({ holder: identify(process.pid), pid: process.pid, port }))
  try {
    if (existsSync(fileOf(data))) renameSync(fileOf(data), `${own}.stale`)
    linkSync(own, fileOf(data))
  } catch {
    throw taken(data, holderOf(data))
  } finally {
    rmSync(own, { force: true })
    rmSync(`${own}.stale`, { force: true })
  }
  process.once('exit', () => rmSync(fileOf(data), { force: true }))
}

const taken = (data: string, known: Holder | undefined) =>
  new Error(
    `${data} is in use by another server${known ? ` (process ${known.pid}, port ${known.port})` : ''}`,
  )

/** Notes the processes that this server runs, for the one after it. */
export function noteChildren(data: string, pids: readonly number[]): void {
  const known = holderOf(data)
  if (known?.pid !== process.pid) return
  const next = `${fileOf(data)}.next`
  writeFileSync(next, JSON.stringify({ ...known, children: pids.map(identify) }))
  renameSync(next, fileOf(data))
}

/** The folder of files that end with the server. What a killed one has left goes. */
export function emptyTemporary(data: string): string {
  const folder = join(data, 'tmp')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The secrets of a folder, as a text of lines; '' for none. Others on the machine are kept from reading them. */
export function readSecrets(data: string): string {
  const file = join(data, 'secrets.env')
  if (!existsSync(file)) return ''
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  return readFileSync(file, 'utf8')
}
