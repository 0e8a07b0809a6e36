import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns, type EndTurn } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Turns, who has got one or none, in this order, and what ends those. */
function asking(most: number) {
  const turns = createTurns({ most, waitMs: 1000, turnMs: 10_000 })
  const told: string[] = []
  const ends: EndTurn[] = []
  const ask = async (name: string) => {
    const end = await turns.take()
    told.push(end ? name : `none for ${name}`)
    if (end) ends.push(end)
  }
  return { told, ends, ask: (...names: string[]) => names.forEach((name) => void ask(name)) }
}

it('gives turns in the order in which requests came', async () => {
  const { told, ends, ask } = asking(2)
  ask('a', 'b', 'c', 'd')
  await vi.advanceTimersByTimeAsync(999)
  expect(told).toEqual(['a', 'b'])
  ends[0]?.()
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['a', 'b', 'c'])
})

it('F40: sends away who has waited too long, and none who came later', async () => {
  const { told, ends, ask } = asking(1)
  ask('a', 'b')
  await vi.advanceTimersByTimeAsync(600)
  ask('c')
  await vi.advanceTimersByTimeAsync(400)
  expect(told).toEqual(['a', 'none for b'])
  await vi.advanceTimersByTimeAsync(599)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(2000)
  expect(told.slice(2)).toEqual(['c'])
})

it('has all turns again once they have ended', async () => {
  const { told, ends, ask } = asking(2)
  ask('a', 'b', 'c')
  await vi.advanceTimersByTimeAsync(1000)
  for (const end of ends) end()
  ask('d', 'e', 'f')
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual(['a', 'b', 'none for c', 'd', 'e', 'none for f'])
})

it('takes a turn back that lasts too long', async () => {
  const { told, ask } = asking(1)
  ask('slow')
  await vi.advanceTimersByTimeAsync(9500)
  ask('next')
  await vi.advanceTimersByTimeAsync(500)
  expect(told).toEqual(['slow', 'next'])
})
