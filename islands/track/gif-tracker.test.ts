import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { createGifTracker, pingbackId } from './pingbacks.ts'

/** Observers tell at once that everything is to be seen. */
class AllSeen {
  readonly notify: (entries: object[]) => void
  constructor(notify: (entries: object[]) => void) {
    this.notify = notify
  }
  observe() {
    queueMicrotask(() => this.notify([{ intersectionRatio: 1, boundingClientRect: { width: 9 } }]))
  }
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', AllSeen)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const rectangle = { x: 0, y: 0, width: 480, height: 270 }

const place = () =>
  Object.assign(new EventTarget(), {
    matches: () => false,
    querySelectorAll: () => [{ complete: true, naturalWidth: 480 }],
    getBoundingClientRect: () => rectangle,
    closest: (selector: string) => (selector === '.click-area' ? {} : null),
  })

const gif = (id: string) => ({ id, payload: `payload of ${id}`, pixels: [] })

function stage(attributes?: Record<string, string>) {
  const pingbacks: PingbackEvent[] = []
  const told: string[] = []
  const watch = createGifTracker((event) => pingbacks.push(event), attributes)
  const area = place()
  const start = (id: string) =>
    watch(gif(id), { area: area as unknown as Element, link: '.click-area' }, (event) => told.push(event))
  const actions = () => pingbacks.map(({ action_type }) => action_type)
  return { pingbacks, told, area, start, actions }
}

it('SEEN, HOVER, CLICK in order, each with id, rectangle and payload (§3, §7)', async () => {
  const { pingbacks, told, area, start, actions } = stage()
  start('cat7')
  await Promise.resolve()
  area.dispatchEvent(new Event('pointerenter'))
  vi.advanceTimersByTime(200)
  area.dispatchEvent(Object.assign(new Event('click'), { button: 0 }))
  expect(actions()).toEqual(['SEEN', 'HOVER', 'CLICK'])
  expect(told).toEqual(['seen', 'hover', 'click'])
  expect(new Set(pingbacks.map(({ user_id }) => user_id)).size).toBe(1)
  for (const pingback of pingbacks) {
    expect(pingback).toMatchObject({
      user_id: expect.stringMatching(/^[a-z0-9]{16}$/),
      event_type: 'GIF_EXPLORE',
      attributes: { position: JSON.stringify(rectangle) },
      analytics_response_payload: 'payload of cat7',
    })
  }
})

it('SEEN once per GIF id', async () => {
  const { start, actions } = stage()
  for (const id of ['cat7', 'cat7', 'dog8']) start(id)
  await Promise.resolve()
  expect(actions()).toEqual(['SEEN', 'SEEN'])
})

it('a middle click counts, a right click does not', () => {
  const { area, start, actions } = stage()
  start('cat7')
  area.dispatchEvent(Object.assign(new Event('auxclick'), { button: 2 }))
  expect(actions()).toEqual([])
  area.dispatchEvent(Object.assign(new Event('auxclick'), { button: 1 }))
  expect(actions()).toEqual(['CLICK'])
})

it('T26: a host’s name for the visitor is an attribute, and never the visit’s id', async () => {
  const { pingbacks, start } = stage({ user: 'ann7' })
  start('cat7')
  await Promise.resolve()
  expect(pingbacks).toMatchObject([
    { user_id: expect.stringMatching(/^[a-z0-9]{16}$/), attributes: { user: 'ann7' } },
  ])
})

afterEach(() => vi.unstubAllGlobals())

const storage = (kept?: string) => {
  const items = new Map(kept === undefined ? [] : [['pingback-id', kept]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
  return items
}

it('is 16 characters that the session keeps (§9)', () => {
  const items = storage()
  const id = pingbackId()
  expect(id).toMatch(/^[a-z0-9]{16}$/)
  expect([...items.values()]).toEqual([id])
  expect(pingbackId()).toBe(id)
})

it('is made anew where something else was kept', () => {
  storage('<script>')
  expect(pingbackId()).toMatch(/^[a-z0-9]{16}$/)
})

it('F21: lives in memory alone where storage is refused', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(pingbackId()).toMatch(/^[a-z0-9]{16}$/)
})
