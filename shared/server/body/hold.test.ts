import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HeldBytes } from './held-bytes.ts'
import { Hold, PART_BYTES } from './hold.ts'

const MB = 1024 * 1024

// Each test begins long after what the last one has left is over.
let now = Date.now()
beforeEach(() => {
  now += 1_000_000
  vi.useFakeTimers({ now })
})
afterEach(() => vi.useRealTimers())

/** Takes without waiting for it: what became of it is in `state`. */
function begin(hold: Hold, bytes: number) {
  const begun = { hold, state: 'waits' }
  hold.take(bytes).then(
    () => (begun.state = 'has it'),
    (error: Error) => (begun.state = error.message),
  )
  return begun
}

const soon = () => vi.advanceTimersByTimeAsync(100)

it('T61: a hold without bytes keeps no one waiting', async () => {
  const holds = Array.from({ length: 50 }, (_, n) => new Hold(`silent ${n}`))
  expect(holds.every(({ bytes }) => bytes === 0)).toBe(true)
  expect(await new Hold('ann').take(PART_BYTES)).toBe(false)
})

it('T61: people go in turn, and of one person who came first', async () => {
  const sizes = { p: 5, q: 4, r: 2, ann: 1, lead: 5 }
  const full = Object.entries(sizes).map(([by, size]) => begin(new Hold(by), size * MB))
  await soon()
  expect(full.map(({ state }) => state)).toEqual(Array(5).fill('has it'))
  const order: string[] = []
  for (const by of ['ann', 'ann', 'bob', 'eva']) {
    void new Hold(by).take(MB / 2).then(() => order.push(by))
  }
  await soon()
  expect(order).toEqual([])
  for (const { hold } of full) if (hold.by === 'lead' || hold.by === 'r') hold.give()
  await soon()
  expect(order).toEqual(['bob', 'eva', 'ann', 'ann'])
})

it('T61: where all room is taken, one body at a time goes on to its end', async () => {
  const held = Array.from({ length: 12 }, (_, n) => begin(new Hold(`p${n}`), MB))
  await soon()
  const wanting = held.map(({ hold }) => begin(hold, MB))
  await soon()
  expect(wanting.filter(({ state }) => state === 'has it')).toHaveLength(1)
  const lead = wanting.find(({ state }) => state === 'has it')?.hold
  const again = begin(lead ?? new Hold(), MB)
  await soon()
  expect(again.state).toBe('has it')
  // Another leads while it is stored.
  if (lead) lead.isRead = true
  await soon()
  expect(wanting.filter(({ state }) => state === 'has it')).toHaveLength(2)
})

it('T61: a slow body gets nothing of the last part, and is a 503 after 25 s', async () => {
  const slow = Array.from({ length: 12 }, (_, n) => begin(new Hold(`p${n}`), MB / 4))
  await vi.advanceTimersByTimeAsync(20_000)
  const large = Array.from({ length: 9 }, (_, n) => begin(new Hold(`q${n}`), MB))
  await soon()
  const late = slow.map(({ hold }) => begin(hold, MB))
  const quick = begin(new Hold('ann'), MB)
  await soon()
  expect(late.map(({ state }) => state)).toEqual(Array(12).fill('waits'))
  expect([...large, quick].map(({ state }) => state)).toEqual(Array(10).fill('has it'))
  for (const { hold } of large) hold.touch()
  await vi.advanceTimersByTimeAsync(26_000)
  expect(new Set(late.map(({ state }) => state))).toEqual(
    new Set(['Other uploads are under way: try again in a few seconds']),
  )
})

it('T61: one person has a part, and half of one for what is smaller', async () => {
  const first = begin(new Hold('ann'), 2 * MB)
  const others = [1, 2, 3, 4].map(() => begin(new Hold('ann'), MB))
  await soon()
  // The first that finds no room leads.
  expect([first, ...others].filter(({ state }) => state === 'has it')).toHaveLength(2)
  expect(await new Hold('bob').take(MB)).toBe(false)
})

it('T42: one body is larger than a part at a time; the next one waits', async () => {
  const whole = begin(new Hold('ann'), 25 * MB)
  const next = begin(new Hold('bob'), 25 * MB)
  const part = begin(new Hold('eva'), PART_BYTES)
  await soon()
  expect([whole.state, next.state, part.state]).toEqual(['has it', 'waits', 'has it'])
  whole.hold.give()
  await soon()
  expect(next.state).toBe('has it')
})

it('T42: what a request that was ended by the platform held is free after 30 s', async () => {
  for (const by of ['p', 'q', 'r']) begin(new Hold(by), PART_BYTES)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await new Hold('ann').take(PART_BYTES)).toBe(false)
  expect(await new Hold('bob').take(PART_BYTES)).toBe(false)
})

it('T61: a file counts with what it has, not with a whole part', async () => {
  const hold = new Hold('ann')
  const held = new HeldBytes(hold, PART_BYTES)
  await held.append(new Uint8Array(1000).fill(7))
  expect(hold.bytes).toBe(0)
  for (let n = 0; n < 20; n++) await held.append(new Uint8Array(65_536).fill(n))
  expect(held.length).toBe(1000 + 20 * 65_536)
  expect([hold.bytes > MB, hold.bytes < 1.5 * MB]).toEqual([true, true])
  expect([held.bytes[999], held.bytes[1000], held.bytes.at(-1)]).toEqual([7, 0, 19])
  held.clear()
  expect([hold.bytes, held.bytes.length]).toEqual([0, 0])
})
