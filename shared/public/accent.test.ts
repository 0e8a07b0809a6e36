import { expect, it } from 'vitest'
import { accentStyle, accentsOf, contrast } from './accent.ts'

/** The grounds of `islands/ui/colors.css`. */
const GROUNDS = { light: ['#f8f6fc', '#ffffff', '#efebf7'], dark: ['#100f15', '#211e2a', '#18161f'] } as const

const STEPS = ['00', '40', '80', 'c0', 'ff']
const COLORS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))

it('any accent keeps text readable in light and dark (WCAG 2.2, 1.4.3 and 1.4.11)', () => {
  const poor: unknown[] = []
  for (const color of COLORS) {
    const both = accentsOf(color)
    for (const theme of ['light', 'dark'] as const) {
      const { accent, ink, wash } = both[theme]
      const least = Math.min(
        contrast('#ffffff', accent),
        ...[...GROUNDS[theme], wash].map((ground) => contrast(ink, ground)),
        // A line or a ring.
        ...GROUNDS[theme].map((ground) => contrast(accent, ground) * 1.5),
      )
      if (least < 4.5) poor.push([color, theme, least, accent, ink, wash])
    }
  }
  expect(poor).toEqual([])
})

it('leaves a color that is readable already as it is', () => {
  expect(accentsOf('#5a48e0').light.accent).toBe('#5a48e0')
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(accentStyle('#005fcc')).toMatch(/^:root\{--accent:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);/)
})
