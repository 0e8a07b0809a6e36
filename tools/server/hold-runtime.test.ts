import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdRuntime } from './hold-runtime.ts'
import type { Runtime, RuntimeOptions } from './runtime.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const runtimeAt = (port: number) =>
  ({ port, wake: async () => {}, dispose: async () => {} }) as unknown as Runtime

it('F39: tries again where a runtime does not restart, while requests wait', async () => {
  const log = vi.fn()
  const start = vi.fn<(options: RuntimeOptions) => Promise<Runtime>>()
  start.mockResolvedValueOnce(runtimeAt(1))
  start.mockRejectedValueOnce(new Error('no memory')).mockRejectedValueOnce(new Error('no memory'))
  start.mockResolvedValue(runtimeAt(2))
  const data = mkdtempSync(join(tmpdir(), 'loopframe-data-'))
  const holder = holdRuntime({ data, log } as unknown as RuntimeOptions, { start, againMs: 1 })
  expect((await holder.current()).port).toBe(1)
  holder.open()
  await vi.advanceTimersByTimeAsync(30_000)
  const renewed = holder.renew('a test', async () => {})
  const asked = holder.current(10_000)
  await renewed
  expect((await asked).port).toBe(2)
  expect(log.mock.calls.filter(([level]) => level === 'error')).toHaveLength(2)
  await holder.end()
})

it('stops a runtime whose queues do not go on, before it starts another', async () => {
  const dispose = vi.fn(async () => {})
  const wake = vi.fn(() => Promise.reject(new Error('no queue')))
  const start = vi.fn<(options: RuntimeOptions) => Promise<Runtime>>()
  start.mockResolvedValueOnce(runtimeAt(1)).mockResolvedValueOnce({ ...runtimeAt(2), wake, dispose })
  start.mockResolvedValue(runtimeAt(3))
  const data = mkdtempSync(join(tmpdir(), 'loopframe-data-'))
  const options = { data, log: () => {} } as unknown as RuntimeOptions
  const holder = holdRuntime(options, { start, againMs: 1 })
  await holder.current()
  holder.open()
  await vi.advanceTimersByTimeAsync(30_000)
  await holder.renew('a test', async () => {})
  expect([(await holder.current()).port, dispose.mock.calls.length]).toEqual([3, 1])
  await holder.end()
})

it('ends while a runtime does not start', async () => {
  const start = vi.fn<(options: RuntimeOptions) => Promise<Runtime>>()
  start.mockResolvedValueOnce(runtimeAt(1)).mockRejectedValue(new Error('no memory'))
  const data = mkdtempSync(join(tmpdir(), 'loopframe-data-'))
  const holder = holdRuntime({ data, log: () => {} } as unknown as RuntimeOptions, { start })
  await holder.current()
  holder.open()
  await vi.advanceTimersByTimeAsync(30_000)
  const renewed = holder.renew('a test', async () => {}).catch((error: Error) => error.name)
  await holder.end()
  expect(await renewed).toBe('AbortError')
})
