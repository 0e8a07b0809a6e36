/** A color's red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** What washes of dark pages are mixed with: `--sunk` of `colors.css`. */
const DARK: Rgb = [24, 22, 31]

/** Luminances between which text of a color, or on it, has the contrast of WCAG AA with what is around it (`colors.css`). */
const WITH_WHITE_ON_IT = 0.18
const SEEN_ON_DARK = 0.145
const TEXT_ON_LIGHT = 0.11
const TEXT_ON_DARK = 0.36

const rgbOf = (hex: string): Rgb => {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`

const linear = (channel: number): number => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio, of two colors like `#6d5efc` */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map((each) => luminance(rgbOf(each))).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((each, at) => each + ((to[at] ?? 0) - each) * share) as unknown as Rgb

/** A color as near as it gets, but within bounds of its luminance: mixed with black or white. */
function within(color: Rgb, least: number, most: number): Rgb {
  const own = luminance(color)
  if (own >= least && own <= most) return color
  const [to, bound] = own > most ? [BLACK, most] : [WHITE, least]
  let [near, far] = [0, 1]
  for (let step = 0; step < 12; step++) {
    const share = (near + far) / 2
    const is = luminance(mix(color, to, share))
    if (own > most ? is > bound : is < bound) near = share
    else far = share
  }
  return mix(color, to, far)
}

/** An accent color in light and dark: what white text is on, what is text itself, and what is behind text. */
export type Accent = Readonly<Record<'accent' | 'ink' | 'wash', string>>

/**
 * The accents of pages for a color that staff chose. Each is as near to it as the contrast of WCAG AA lets it be.
 * @param color like `#6d5efc`
 */
export function accentsOf(color: string): Readonly<Record<'light' | 'dark', Accent>> {
  const own = rgbOf(color)
  const light = within(own, 0, WITH_WHITE_ON_IT)
  const dark = within(own, SEEN_ON_DARK, WITH_WHITE_ON_IT)
  const all = (accent: Rgb, ink: Rgb, wash: Rgb): Accent => ({
    accent: hexOf(accent),
    ink: hexOf(ink),
    wash: hexOf(wash),
  })
  return {
    light: all(light, within(own, 0, TEXT_ON_LIGHT), mix(light, WHITE, 0.9)),
    dark: all(dark, within(own, TEXT_ON_DARK, 1), mix(dark, DARK, 0.78)),
  }
}

/** The style that gives pages another accent than that of `colors.css`. */
export function accentStyle(color: string): string {
  const { light, dark } = accentsOf(color)
  const both = (name: keyof Accent) => `light-dark(${light[name]},${dark[name]})`
  return `:root{--accent:${both('accent')};--accent-ink:${both('ink')};--accent-wash:${both('wash')}}`
}
