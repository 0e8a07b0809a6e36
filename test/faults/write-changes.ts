/** What a write changes, and what is left of it where it fails. */
import { expect } from 'vitest'
import { r2 } from './r2-service.ts'
import type { Timed } from './rig.ts'
import { firstOf, heal, made, make, prepare, rig, type Write } from './write-calls.ts'

/**
 * What is made anew when its answer was lost: its secret was in that answer, a mail is asked for again, or the log of acts
 * has a second one. Nothing but these doubles.
 */
const AGAIN = [
  ...['login', 'createToken', 'createKey', 'passkeyChallenge', 'renewRecoveryCodes', 'addFactor'],
  ...['registerResend', 'resetPassword', 'updateUser'],
  ...['updateGif by staff', 'editGif by staff'],
]

const TABLES = [
  ...['users', 'sessions', 'tokens', 'links', 'keys', 'outbox', 'audit', 'favorites', 'removals'],
  ...['factors', 'recovery_codes', 'challenges'],
  ...['gifs', 'renditions', 'uploads', 'tags', 'channels'],
]

export type State = { rows: number[]; sees: unknown }

export const stateOf = ({ sees }: Write): State => ({
  rows: TABLES.map((table) => Number(firstOf(`SELECT count(*) FROM ${table}`))),
  sees: sees && firstOf(...sees),
})

export const plus = ({ rows }: State, { rows: more, sees }: State): State => ({
  rows: rows.map((count, at) => count + (more[at] ?? 0)),
  sees,
})

/** Everything in the bucket is a row's or will be deleted, and no row lacks its file. */
export function expectNoStrayFile(): void {
  const isKnown = `
    SELECT EXISTS (SELECT 1 FROM renditions WHERE r2_key = ?1) OR EXISTS (SELECT 1 FROM unused_files WHERE r2_key = ?1)`
  expect([...r2.files.keys()].filter((key) => !firstOf(isKnown, key))).toEqual([])
  const files = rig.db.prepare('SELECT file FROM uploads').all()
  expect(files.filter(({ file }) => !r2.files.has(String(file)))).toEqual([])
}

const changes = new Map<string, State>()

/** What a write changes where nothing is wrong: learned once. */
export async function changeBy(name: string): Promise<State> {
  const known = changes.get(name)
  if (known) return known
  const write = await prepare(name)
  const before = stateOf(write)
  await made(write)
  const { rows, sees } = stateOf(write)
  const change = { rows: rows.map((count, at) => count - (before.rows[at] ?? 0)), sees }
  expect({ rows: TABLES.map(() => 0), sees: before.sees }, `${name} changes something`).not.toEqual(change)
  changes.set(name, change)
  return change
}

export function expectRefused(name: string, { status, headers, text }: Timed): void {
  expect([name, status, text]).toEqual([
    name,
    503,
    expect.not.stringMatching(/D1_|SQLITE|refused|127\.0\.0/i),
  ])
  const wait = Number(headers.get('retry-after'))
  expect([name, wait >= 1 && wait <= 6]).toEqual([name, true])
}

/** The write is made again, where nothing is wrong: then the whole change is there, once. */
export async function expectRetried(
  name: string,
  write: Write,
  before: State,
  isLost = false,
): Promise<void> {
  await heal()
  const change = await changeBy(name)
  const after = stateOf(write)
  const wasMade = JSON.stringify(after) !== JSON.stringify(before)
  if (wasMade) expect([name, after]).toEqual([name, plus(before, change)])
  const retried = await make(write)
  // What is made already may be refused: the name is taken, the link was used.
  if (isLost && wasMade) expect([name, retried.status < 500]).toEqual([name, true])
  else expect([name, retried.status < 300]).toEqual([name, true])
  const isDouble = wasMade && AGAIN.includes(name)
  if (!isDouble) expect([name, stateOf(write)]).toEqual([name, plus(before, change)])
  expectNoStrayFile()
}

/** Some writes at once, with calls of R2 that hang: each is given up, nothing of it is written, and a retry makes it whole. */
export async function expectGivenUp(names: readonly string[], methods: readonly string[]): Promise<void> {
  for (const name of names) await changeBy(name)
  const writes = await Promise.all(names.map(async (name) => [name, await prepare(name)] as const))
  const before = writes.map(([, write]) => stateOf(write))
  for (const method of methods) r2.writes.set(method, 'hang')
  const responses = await Promise.all(writes.map(async ([name, write]) => [name, await make(write)] as const))
  for (const [name, response] of responses) expectRefused(name, response)
  expect(writes.map(([, write]) => stateOf(write))).toEqual(before)
  for (const [name, write] of writes) await expectRetried(name, write, stateOf(write))
}
