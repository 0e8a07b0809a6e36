import type { FigureBudget } from '../figure.ts'

/** A bar: how much of its budget a figure takes (1 is all of it), and its quartiles. */
export type Bar = {
  name: string
  share: number
  spread?: readonly [number, number]
  verdict: string
  value: string
}

const WIDTH = 960
const NAMES = 470
/** Where bars end, and values follow at the right. */
const BARS = 800
const ROW = 22
const TOP = 30
/** Shares beyond it leave the chart. */
const MOST = 2

/** How much of its budget a value takes: of a minimum what is missing counts. */
export const shareOf = (value: number, budget: FigureBudget): number =>
  'max' in budget ? (budget.max === 0 ? value && MOST : value / budget.max) : budget.min / value

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const x = (share: number) => Math.round(NAMES + (Math.min(share, MOST) / MOST) * (BARS - NAMES))

const STYLE = `<style>
text{font:13px system-ui,sans-serif;fill:#1f2328}.value{fill:#59636e}.bar{fill:#2da44e}.noise{fill:#bf8700}.over{fill:#cf222e}
.whisker{stroke:#1f2328;stroke-width:1.5}.budget{stroke:#59636e;stroke-dasharray:4 3}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.value{fill:#9198a1}.bar{fill:#2ea043}.noise{fill:#d29922}.over{fill:#f85149}.whisker{stroke:#f0f6fc}.budget{stroke:#9198a1}}
</style>`

const CLASS: Record<string, string> = { OK: 'bar', 'within noise': 'bar noise', OVER: 'bar over' }

function barOf({ name, share, spread, verdict, value }: Bar, at: number): string {
  const y = TOP + at * ROW
  const whisker = spread
    ? `<path class="whisker" d="M${x(spread[0])} ${y + 8}H${x(spread[1])}M${x(spread[0])} ${y + 4}v8M${x(spread[1])} ${y + 4}v8"/>`
    : ''
  return `<text x="0" y="${y + 12}">${escaped(name)}</text><rect class="${CLASS[verdict] ?? 'bar'}" x="${NAMES}" y="${y + 2}" width="${Math.max(1, x(share) - NAMES)}" height="12" rx="2"/>${whisker}<text class="value" x="${WIDTH}" y="${y + 12}" text-anchor="end">${escaped(value)}</text>`
}

/** A chart of bars as SVG, readable on light and dark pages; whiskers are quartiles, the line is the budget. */
export function chartOf(title: string, bars: readonly Bar[]): string {
  const height = TOP + bars.length * ROW + 6
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
${STYLE}
<text class="value" x="${x(1) - 18}" y="14">budget</text><path class="budget" d="M${x(1)} 20V${height - 4}"/>
${bars.map(barOf).join('\n')}
</svg>
`
}
