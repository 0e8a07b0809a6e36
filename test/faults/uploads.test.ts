import { describe, expect, it } from 'vitest'
import { tries } from '../fixtures/site/tries.ts'
import { r2 } from './r2-service.ts'
import { make, prepare, prepareWrites } from './write-calls.ts'
import { changeBy, expectGivenUp, expectRefused, expectRetried, stateOf } from './write-changes.ts'

prepareWrites()

describe('F13: R2 fails while a file is taken in: 503, no row, and a retry makes it whole', () => {
  const METHODS = {
    'uploadGif, one part': ['put'],
    'uploadGif, several parts': ['createMultipartUpload', 'uploadPart', 'completeMultipartUpload'],
    renditions: ['put'],
  }
  const rows = Object.entries(METHODS).flatMap(([name, methods]) => methods.map((method) => [name, method]))

  it.each(rows)('%s: %s refuses, then its answer is lost', async (name = '', method = '') => {
    await changeBy(name)
    for (const fault of ['refuse', 'lost'] as const) {
      const write = await prepare(name)
      const before = stateOf(write)
      r2.writes.set(method, fault)
      expectRefused(name, await make(write))
      expect(stateOf(write)).toEqual(before)
      await expectRetried(name, write, before)
    }
  })

  it('F32: and where it hangs', async ({ task }) => {
    tries(task, rows.length - 2)
    await expectGivenUp(Object.keys(METHODS), ['put', 'completeMultipartUpload'])
  }, 120_000)
})
