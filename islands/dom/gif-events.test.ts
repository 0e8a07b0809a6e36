import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onHoverHold, onSeen } from './gif-events.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function hoverStage(hovered = false) {
  const element = Object.assign(new EventTarget(), { matches: () => hovered })
  const held = vi.fn()
  const stop = new AbortController()
  onHoverHold(element as unknown as Element, held, stop.signal)
  const send = (type: string, pointerType = 'mouse') =>
    element.dispatchEvent(Object.assign(new Event(type), { pointerType }))
  return { held, send, stop }
}

it('a pointer that rests for 200 ms is a hover (§9)', () => {
  const { held, send } = hoverStage()
  send('pointerenter')
  vi.advanceTimersByTime(199)
  expect(held).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(held).toHaveBeenCalledTimes(1)
})

it('one that passes is none, nor is a finger', () => {
  const { held, send } = hoverStage()
  send('pointerenter')
  vi.advanceTimersByTime(150)
  send('pointerleave')
  send('pointerenter', 'touch')
  vi.advanceTimersByTime(5000)
  expect(held).not.toHaveBeenCalled()
})

it('counts a pointer that was there before', () => {
  const { held } = hoverStage(true)
  vi.advanceTimersByTime(200)
  expect(held).toHaveBeenCalledTimes(1)
})

it('ends with its signal, also in the middle of a hold', () => {
  const { held, send, stop } = hoverStage()
  send('pointerenter')
  stop.abort()
  send('pointerenter')
  vi.advanceTimersByTime(5000)
  expect(held).not.toHaveBeenCalled()
})

type Entry = { intersectionRatio: number; boundingClientRect: { width: number } }

const observers: FakeObserver[] = []

class FakeObserver {
  readonly notify: (entries: Entry[]) => void
  readonly threshold: readonly number[]
  watching = true

  constructor(notify: (entries: Entry[]) => void, { threshold }: { threshold: readonly number[] }) {
    this.notify = notify
    this.threshold = threshold
    observers.push(this)
  }

  observe() {}
  disconnect() {
    this.watching = false
  }
}

beforeEach(() => {
  observers.length = 0
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})
afterEach(() => vi.unstubAllGlobals())

function stage(picture: object = { complete: true, naturalWidth: 480 }) {
  const element = Object.assign(new EventTarget(), { querySelectorAll: () => [picture] })
  const seen = vi.fn()
  onSeen(element as unknown as Element, seen)
  const show = (intersectionRatio: number, width = 480) =>
    observers[0]?.watching && observers[0].notify([{ intersectionRatio, boundingClientRect: { width } }])
  return { element, seen, show, picture }
}

describe('§4 seen', () => {
  it('observes at 5 thresholds, the last of them 0.99 (§9)', () => {
    stage()
    expect(observers[0]?.threshold).toHaveLength(5)
    expect(observers[0]?.threshold.at(-1)).toBe(0.99)
  })

  it('at 99 % visible, once, and then stops observing', () => {
    const { seen, show } = stage()
    show(0.98)
    expect(seen).not.toHaveBeenCalled()
    show(0.99)
    show(1)
    expect(seen).toHaveBeenCalledTimes(1)
    expect(observers[0]?.watching).toBe(false)
  })

  it.each([
    ['a picture', { complete: false, naturalWidth: 0 }, { complete: true, naturalWidth: 480 }, 'load'],
    ['a film', { readyState: 0 }, { readyState: 2 }, 'loadeddata'],
  ])('only after %s has loaded', (_name, before, after, type) => {
    const { element, seen, show, picture } = stage(before)
    show(1)
    expect(seen).not.toHaveBeenCalled()
    Object.assign(picture, after)
    element.dispatchEvent(new Event(type))
    expect(seen).toHaveBeenCalledTimes(1)
  })

  it('not what has gone again before it loaded', () => {
    const { element, seen, show, picture } = stage({ complete: false, naturalWidth: 0 })
    show(1)
    show(0.4)
    Object.assign(picture, { complete: true, naturalWidth: 480 })
    element.dispatchEvent(new Event('load'))
    expect(seen).not.toHaveBeenCalled()
  })

  it.each([
    ['a frame without a size', { complete: true, naturalWidth: 480 }, 0],
    ['a transparent placeholder', { complete: true, naturalWidth: 1 }, 480],
    ['a broken picture', { complete: true, naturalWidth: 0 }, 480],
  ])('never %s', (_name, picture, width) => {
    const { seen, show } = stage(picture)
    show(1, width)
    expect(seen).not.toHaveBeenCalled()
  })

  it('F29: never without an observer', () => {
    vi.stubGlobal('IntersectionObserver', undefined)
    expect(stage().seen).not.toHaveBeenCalled()
  })
})
