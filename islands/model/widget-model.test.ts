import { describe, expect, it, vi } from 'vitest'
import { WidgetModel } from './widget-model.ts'

const first = { gifs: [], offset: 0, done: false, failed: false }

describe('a widget', () => {
  it('moves as the system wishes until somebody says otherwise', () => {
    const model = new WidgetModel(first, false, {})
    expect(model.motion.value).toBe('auto')
    model.togglePause()
    expect(model.motion.value).toBe('still')
    model.togglePause()
    expect(model.motion.value).toBe('play')
  })

  it('begins paused where motion is unwanted, and then plays on demand', () => {
    const model = new WidgetModel(first, true, {})
    expect([model.paused.value, model.motion.value]).toEqual([true, 'auto'])
    model.togglePause()
    expect([model.paused.value, model.motion.value]).toEqual([false, 'play'])
  })

  it('reports what was done, and nothing that changed nothing', () => {
    const report = vi.fn()
    const model = new WidgetModel(first, false, { report })
    model.setPaused(false)
    model.setPaused(true)
    model.setPaused(true)
    model.openShare()
    model.openShare()
    model.closeShare()
    expect(report.mock.calls).toEqual([['pause'], ['share']])
    expect(model.shareOpen.value).toBe(false)
  })
})
