import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onHoverHold } from './hover-hold.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function stage(hovered = false) {
  const element = Object.assign(new EventTarget(), { matches: () => hovered })
  const held = vi.fn()
  const stop = new AbortController()
  onHoverHold(element as unknown as Element, held, stop.signal)
  const send = (type: string, pointerType = 'mouse') =>
    element.dispatchEvent(Object.assign(new Event(type), { pointerType }))
  return { held, send, stop }
}

it('a pointer that rests for 200 ms is a hover (§9)', () => {
  const { held, send } = stage()
  send('pointerenter')
  vi.advanceTimersByTime(199)
  expect(held).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(held).toHaveBeenCalledTimes(1)
})

it('one that passes is none, nor is a finger', () => {
  const { held, send } = stage()
  send('pointerenter')
  vi.advanceTimersByTime(150)
  send('pointerleave')
  send('pointerenter', 'touch')
  vi.advanceTimersByTime(5000)
  expect(held).not.toHaveBeenCalled()
})

it('counts a pointer that was there before', () => {
  const { held } = stage(true)
  vi.advanceTimersByTime(200)
  expect(held).toHaveBeenCalledTimes(1)
})

it('ends with its signal, also in the middle of a hold', () => {
  const { held, send, stop } = stage()
  send('pointerenter')
  stop.abort()
  send('pointerenter')
  vi.advanceTimersByTime(5000)
  expect(held).not.toHaveBeenCalled()
})
