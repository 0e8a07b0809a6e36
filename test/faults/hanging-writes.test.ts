import { expect, it } from 'vitest'
import { tries } from '../fixtures/site/tries.ts'
import { d1 } from './d1-service.ts'
import { make, NAMES, prepare, prepareWrites, type Write } from './write-calls.ts'
import { changeBy, expectGivenUp, expectRefused, expectRetried, stateOf } from './write-changes.ts'

prepareWrites()

it('F32: D1 hangs at the first write of each call: 503, nothing is written, and a retry makes it whole', async ({
  task,
}) => {
  tries(task, NAMES.length)
  for (const name of NAMES) await changeBy(name)
  const writes = new Map<string, Write>()
  for (const name of NAMES) writes.set(name, await prepare(name))
  const before = [...writes.values()].map(stateOf)
  d1.writes = 'hang'
  const responses = await Promise.all(
    [...writes].map(async ([name, write]) => [name, await make(write)] as const),
  )
  for (const [name, response] of responses) expectRefused(name, response)
  expect([...writes.values()].map(stateOf)).toEqual(before)
  for (const [name, write] of writes) await expectRetried(name, write, stateOf(write))
}, 120_000)

it(
  'F32: R2 hangs in the middle of an upload',
  () => expectGivenUp(['uploadGif, several parts'], ['uploadPart']),
  120_000,
)
