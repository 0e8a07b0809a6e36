import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EmbedModel } from '../../model/embed-model.ts'
import RelatedGrid from './related-grid.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it.each([false, true])(
  'the server renders its empty place and asks for nothing, hovered: %s',
  async (hovered) => {
    const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not on the server'))
    const model = new EmbedModel()
    if (hovered) model.enter()
    const html = renderToString(<RelatedGrid lang="en" id="a" kind="gif" tracking="" model={model} />)
    expect(html).toBe('<section class="related-grid extra"></section>')
    await vi.runAllTimersAsync()
    expect(asked).not.toHaveBeenCalled()
  },
)
