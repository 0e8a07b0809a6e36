export type SvgAttributes = Record<string, string | number | undefined>
export type Point = readonly [x: number, y: number]

/** At most two decimals, and never "-0": equal pictures must be equal strings. */
export const n = (x: number): string => String(Math.round(x * 100) / 100 + 0)

const text = (value: string | number): string => (typeof value === 'number' ? n(value) : value)

const written = (attributes: SvgAttributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${text(value ?? '')}"`)
    .join('')

export const tag = (name: string, attributes: SvgAttributes, body = ''): string =>
  body ? `<${name}${written(attributes)}>${body}</${name}>` : `<${name}${written(attributes)}/>`

export const svg = (width: number, height: number, ...body: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body.join('')}</svg>`

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: SvgAttributes = {},
) => tag('rect', { x, y, width, height, fill, ...more })

export const circle = (cx: number, cy: number, r: number, fill: string, more: SvgAttributes = {}) =>
  tag('circle', { cx, cy, r, fill, ...more })

export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: SvgAttributes = {},
) => tag('ellipse', { cx, cy, rx, ry, fill, ...more })

export const path = (d: string, fill: string, more: SvgAttributes = {}) => tag('path', { d, fill, ...more })

/** A line with round ends. */
export const stroke = (d: string, colour: string, width: number, more: SvgAttributes = {}) =>
  tag('path', {
    d,
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

export const group = (transform: string, ...body: string[]) => tag('g', { transform }, body.join(''))

export const fade = (opacity: number, ...body: string[]) =>
  opacity <= 0 ? '' : tag('g', { opacity: Math.min(1, opacity) }, body.join(''))

/** Move to (x, y), then turn (degrees), then scale. */
export const at = (x: number, y: number, turn = 0, sx = 1, sy = sx): string =>
  `translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${Math.round(sx * 1e4) / 1e4} ${Math.round(sy * 1e4) / 1e4})`

export const line = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`

/** A closed curve that passes smoothly by the middles of the edges between the points. */
export function smooth(points: readonly Point[]): string {
  const middle = (a: Point, b: Point): string => `${n((a[0] + b[0]) / 2)} ${n((a[1] + b[1]) / 2)}`
  const parts = points.map((point, index) => {
    const next = points[(index + 1) % points.length] ?? point
    return `Q${n(point[0])} ${n(point[1])} ${middle(point, next)}`
  })
  const [first = [0, 0]] = points
  return `M${middle(points[points.length - 1] ?? first, first)}${parts.join('')}Z`
}

/** Linear gradient from top to bottom; the stops are "offset colour". */
export const vertical = (id: string, ...stops: string[]): string =>
  gradient(id, { x1: 0, y1: 0, x2: 0, y2: 1 }, stops)

const gradient = (id: string, ends: SvgAttributes, stops: readonly string[]): string =>
  tag('linearGradient', { id, ...ends }, stopTags(stops))

/** Radial gradient; the stops are "offset colour opacity". */
export const radial = (id: string, ...stops: string[]): string =>
  tag('radialGradient', { id }, stopTags(stops))

const stopTags = (stops: readonly string[]): string =>
  stops
    .map((stop) => {
      const [offset = '0', colour = '#000', opacity] = stop.split(' ')
      return tag('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity })
    })
    .join('')
