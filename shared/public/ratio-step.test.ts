import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ratioStep } from './ratio-step.ts'

it.each([
  [480, 270, 18],
  [256, 256, 10],
  [270, 480, 6],
  [10_000, 1, 26],
  [1, 10_000, 5],
])('%i×%i is step %i', (width, height, step) => expect(ratioStep({ width, height })).toBe(step))

it('every step has its rule in the style', () => {
  const css = readFileSync(new URL('../../worker/public/layout/tile-rows.css', import.meta.url), 'utf8')
  for (let step = 5; step <= 26; step++) {
    expect(css).toContain(`[data-ratio="${step}"] {\n  --ratio: ${step / 10};`)
  }
})
