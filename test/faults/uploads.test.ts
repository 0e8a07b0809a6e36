import { describe, expect, it } from 'vitest'
import { tries } from '../fixtures/site/tries.ts'
import { r2 } from './r2-service.ts'
import { make, prepare, prepareWrites } from './write-calls.ts'
import { changeBy, expectRefused, expectRetried, stateOf } from './write-changes.ts'

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

  it('F32: and where it hangs, in the middle of an upload too', async ({ task }) => {
    tries(task, rows.length - 1)
    for (const name of Object.keys(METHODS)) await changeBy(name)
    const rounds = [['put', 'completeMultipartUpload'], ['uploadPart']]
    for (const methods of rounds) {
      const names = Object.entries(METHODS).flatMap(([name, own]) =>
        own.some((method) => methods.includes(method)) ? [name] : [],
      )
      const writes = await Promise.all(names.map(async (name) => [name, await prepare(name)] as const))
      const before = writes.map(([, write]) => stateOf(write))
      for (const method of methods) r2.writes.set(method, 'hang')
      const responses = await Promise.all(
        writes.map(async ([name, write]) => [name, await make(write)] as const),
      )
      for (const [name, response] of responses) expectRefused(name, response)
      expect(writes.map(([, write]) => stateOf(write))).toEqual(before)
      for (const [name, write] of writes) await expectRetried(name, write, stateOf(write))
    }
  }, 180_000)
})
