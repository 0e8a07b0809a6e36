import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LibraryVersion } from './library-version.ts'
import { VisibilityLog } from './visibility.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const waitUntil = () => {}
const REMOVED = [{ seq: 1, gif_id: 'cat', state: 'removed' as const }]

/** A log that fails, and then knows of a takedown. */
async function sickLog() {
  const read = vi.fn(async () => REMOVED).mockRejectedValueOnce(new Error('the database is down'))
  const log = new VisibilityLog(read)
  await log.renew(waitUntil)
  return { log, read }
}

it('§9: makes no one wait for a log of changes that failed a moment ago', async () => {
  const { log } = await sickLog()
  vi.advanceTimersByTime(7999)
  expect(log.renew(waitUntil)).toBeUndefined()
})

it('§9: waits for the log of changes once more where its failure is 8 s old: no takedown is missed', async () => {
  const { log } = await sickLog()
  vi.advanceTimersByTime(8000)
  await log.renew(waitUntil)
  expect(log.states.get('cat')).toBe('removed')
})

it('§9: waits for a reading of the log that someone else began, such as who takes an item down', async () => {
  const log = new VisibilityLog(async () => REMOVED)
  void log.sync()
  await log.renew(waitUntil)
  expect(log.states.get('cat')).toBe('removed')
})

it.each([
  [5999, undefined],
  [6000, 7],
])('waits for the library’s version %i ms after a failure: %s', async (ms, known) => {
  const read = vi.fn(async () => 7).mockRejectedValueOnce(new Error('the database is down'))
  const version = new LibraryVersion(read)
  await version.now(waitUntil)
  vi.advanceTimersByTime(ms)
  expect(await version.now(waitUntil)).toBe(known)
})
