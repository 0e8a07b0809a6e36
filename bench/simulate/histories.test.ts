import { afterEach, expect, it, vi } from 'vitest'
import { Flights } from '../../worker/provider/cache/flights.ts'
import { createEdgeStore, createKvStore, type OuterStore } from '../../worker/provider/cache/stores.ts'
import { VisibilityLog } from '../../worker/provider/visibility.ts'
import { playHistories } from './histories.ts'
import { POLICY, type Policy } from './isolate.ts'

/** Histories here; `npm run bench -- simulate` plays 10,000. */
const PLAYED = 150
/** So many are enough to find each planted fault. */
const SEARCHED = 300

afterEach(() => vi.restoreAllMocks())

it('§9: keeps every promise in each of 150 random histories', async () => {
  expect(await playHistories(1, PLAYED)).toEqual({ played: PLAYED, broken: [] })
})

/** The promises that the first history breaks which breaks any. */
async function firstBroken(policy?: Policy): Promise<Set<string>> {
  const { broken } = await playHistories(1, SEARCHED, policy, 1)
  return new Set(broken.flatMap((history) => history.broken.map(({ promise }) => promise)))
}

/** A layer that restarts the lifetime of each copy that it reads. */
const restarting =
  <D extends unknown[]>(create: (...deps: D) => OuterStore) =>
  (...deps: D): OuterStore => {
    const store = create(...deps)
    const renewed = (t0: number) => ({ t0, soft: t0 + 60_000, hard: t0 + 3_600_000 })
    return {
      ...store,
      isThere: true,
      put: (key, envelope) => store.put(key, envelope),
      get: async (key) => (await store.get(key)).map((found) => ({ ...found, ...renewed(Date.now()) })),
    }
  }

it('finds a layer of the cache that ignores how old its copies are', async () => {
  const broken = await firstBroken({ ...POLICY, createEdgeStore: restarting(createEdgeStore) })
  expect(broken).toContain('age')
})

it('finds the same in KV', async () => {
  expect(await firstBroken({ ...POLICY, createKvStore: restarting(createKvStore) })).toContain('age')
})

it('finds flights that no one shares', async () => {
  vi.spyOn(Flights.prototype, 'join').mockImplementation(function (this: Flights<unknown>, key, task, wait) {
    return this.launch(key, task, wait)
  })
  expect(await firstBroken()).toContain('asked twice')
})

it('finds a batch whose tail is dropped', async () => {
  const deliver: Policy['deliver'] = ({ messages }, deps) =>
    POLICY.deliver({ messages: messages.slice(0, Math.ceil(messages.length / 2)) }, deps)
  expect(await firstBroken({ ...POLICY, deliver })).toContain('lost event')
})

it('finds a log of changes that is not read again', async () => {
  vi.spyOn(VisibilityLog.prototype, 'renew').mockReturnValue(undefined)
  expect(await firstBroken()).toContain('takedown')
})
