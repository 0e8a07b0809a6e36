import { expect, it, vi } from 'vitest'
import { oncePer } from './once-per.ts'

it('computes once for each object, whatever comes of it', () => {
  const compute = vi.fn(({ n }: { n: number }) => (n > 1 ? n : undefined))
  const halfOf = oncePer(compute)
  const [one, two] = [{ n: 1 }, { n: 2 }]
  expect([halfOf(one), halfOf(two), halfOf(one), halfOf(two)]).toEqual([undefined, 2, undefined, 2])
  expect(compute).toHaveBeenCalledTimes(2)
})

it('takes an equal object for another one', () => {
  const listOf = oncePer(({ n }: { n: number }) => [n])
  expect(listOf({ n: 1 })).not.toBe(listOf({ n: 1 }))
})

it('keeps nothing of a failure', () => {
  let fails = true
  const answerOf = oncePer((_: object) => {
    if (fails) throw new Error('once')
    return 7
  })
  const key = {}
  expect(() => answerOf(key)).toThrow('once')
  fails = false
  expect(answerOf(key)).toBe(7)
})
