import { describe, expect, it } from 'vitest'
import { tries } from '../fixtures/site/tries.ts'
import { d1 } from './d1-service.ts'
import type { FaultMode } from './fault-point.ts'
import { heal, make, NAMES, prepare, prepareWrites, rig } from './write-calls.ts'
import { changeBy, expectNoStrayFile, expectRefused, expectRetried, plus, stateOf } from './write-changes.ts'

prepareWrites()

const locked: FaultMode = { json: { success: false, error: 'database is locked: SQLITE_BUSY' } }

/** @throws what is no broken connection */
function brokenWhileSending(error: unknown): undefined {
  if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error
}

describe('F12: D1 fails at the first, second … call of a write: all or nothing, a 503, and a retry makes it whole', () => {
  // One of several parts is sent whole again for each call. How it fails is the same code's affair at every call: they take turns.
  it.each(NAMES)('%s', { timeout: 120_000 }, async (name) => {
    await changeBy(name)
    let unseen = 0
    let write = await prepare(name)
    let before = stateOf(write)
    for (let skip = 0; ; skip++) {
      expect(skip).toBeLessThan(25)
      Object.assign(rig.points.d1, { mode: skip % 2 === 0 ? 500 : locked, skip })
      const response = await make(write).catch(brokenWhileSending)
      const isReached = rig.points.d1.skip < 0
      await heal()
      if (!response) {
        // Its refusal came while 6 MB were still being sent, and went with the connection: again, with another item.
        expect(++unseen).toBeLessThan(5)
        write = await prepare(name)
        before = stateOf(write)
        skip--
        continue
      }
      if (response.status < 300) {
        // What fails after the response is the jobs' to repeat.
        expect([name, stateOf(write)]).toEqual([name, plus(before, await changeBy(name))])
        expect(skip).toBeGreaterThan(0)
        break
      }
      expectRefused(name, response)
      if (!isReached) {
        // A read that failed is known to fail for some seconds: on with another item.
        write = await prepare(name)
        before = stateOf(write)
        skip--
        continue
      }
      // The last read of a call may fail once everything is written.
      if (JSON.stringify(stateOf(write)) === JSON.stringify(before)) continue
      await expectRetried(name, write, before, true)
      break
    }
    expectNoStrayFile()
  })
})

describe('F12: D1 makes a change, and its answer is lost: the whole change is there, and a retry does not double it', () => {
  it.each(NAMES)('%s', async (name) => {
    await changeBy(name)
    const write = await prepare(name)
    const before = stateOf(write)
    d1.writes = 'lost'
    expectRefused(name, await make(write))
    await expectRetried(name, write, before, true)
  })
})

it.for<FaultMode>([500, 'hang'])(
  'F31: the queue of jobs: %s: every write is made, once, and its answer is good',
  { timeout: 120_000 },
  async (mode, { task }) => {
    tries(task, NAMES.length)
    for (const name of NAMES) {
      await changeBy(name)
      const write = await prepare(name)
      const before = stateOf(write)
      rig.points.queue.mode = mode
      const { status, text } = await make(write)
      expect(status, `${name}: ${text}`).toBeLessThan(300)
      const { rows } = plus(before, await changeBy(name))
      expect([name, stateOf(write).rows]).toEqual([name, rows])
      await heal()
    }
  },
)
