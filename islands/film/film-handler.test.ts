import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EmbedModel } from '../model/embed-model.ts'
import { createFilmHandler, PLAYER_WAIT_MS } from './players.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  const model = new EmbedModel()
  model.showMedia('YouTube')
  const failed = vi.fn()
  return { model, failed, film: createFilmHandler(model, failed) }
}

describe('§4 the film’s player', () => {
  it('shows the way back to the GIF while it rests, and hides it while it plays', () => {
    const { model, film } = watched()
    film.ready()
    expect(model.backShown.value).toBe(false)
    film.rests()
    expect(model.backShown.value).toBe(true)
    film.plays()
    expect(model.backShown.value).toBe(false)
  })

  it('gives back the GIF when it is not ready within 5 s (F28)', () => {
    const { model, failed } = watched()
    vi.advanceTimersByTime(PLAYER_WAIT_MS - 1)
    expect(model.mediaShown.value).toBe(true)
    vi.advanceTimersByTime(1)
    expect(model.mediaShown.value).toBe(false)
    expect(failed).toHaveBeenCalledOnce()
  })

  it('gives it back at once when it fails, and only once', () => {
    const { model, failed, film } = watched()
    film.fails()
    film.fails()
    vi.runAllTimers()
    expect(model.mediaShown.value).toBe(false)
    expect(failed).toHaveBeenCalledOnce()
  })

  it('stays when it was ready in time', () => {
    const { model, failed, film } = watched()
    film.ready()
    vi.runAllTimers()
    expect(model.mediaShown.value).toBe(true)
    expect(failed).not.toHaveBeenCalled()
  })

  it.each(['stop', 'fails'] as const)('says nothing any more after `%s`', (end) => {
    const { model, failed, film } = watched()
    film[end]()
    failed.mockClear()
    film.rests()
    film.fails()
    vi.runAllTimers()
    expect(model.backShown.value).toBe(false)
    expect(failed).not.toHaveBeenCalled()
  })
})
