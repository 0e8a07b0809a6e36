import type { PartName } from '../inputs.ts'

/** A row of the budgets (`docs/measurements.md`, M30): its name, and the figures that measure it. */
export type Row = { row: string; part: PartName; figures: RegExp }

/** Every row of the budgets, in their order. */
export const ROWS: readonly Row[] = [
  {
    row: 'page from memory',
    part: 'server',
    figures: /^embed page, drawn before(, for another site each time)?$/,
  },
  { row: 'page with its data at hand', part: 'server', figures: /^embed page, data at hand$/ },
  { row: 'carousel, grid', part: 'server', figures: /^(carousel|grid), 25 tiles/ },
  { row: 'JSON from memory', part: 'server', figures: /^cached JSON, (one GIF|trending \(25\))$/ },
  { row: 'failures', part: 'server', figures: /^40[45] / },
  { row: 'pingback', part: 'server', figures: /^pingback, 5 events, (into a queue|sent on at once)$/ },
  { row: 'tail', part: 'server', figures: /p99 at half load$/ },
  { row: 'first byte of a miss', part: 'server', figures: /^(first byte of a miss|misses without)/ },
  { row: 'one call for a crowd', part: 'server', figures: /^200 cold requests/ },
  { row: 'cold isolate', part: 'server', figures: /^cold isolate/ },
  { row: 'cold isolate', part: 'sizes', figures: /^worker/ },
  { row: 'HTML of an embed', part: 'client', figures: /^HTML of an embed/ },
  { row: 'script before intent', part: 'client', figures: /^script before intent/ },
  { row: 'script before intent', part: 'sizes', figures: /^(inline boot|tracking, after the picture)$/ },
  { row: 'requests before intent', part: 'client', figures: /^requests before intent/ },
  { row: 'JS CPU at load', part: 'client', figures: /^JS CPU at load/ },
  { row: 'heap', part: 'client', figures: /^heap, 20 embeds/ },
  { row: 'LCP', part: 'client', figures: /^LCP/ },
  { row: 'main-thread CPU', part: 'client', figures: /^main-thread CPU/ },
  { row: 'bytes of pictures', part: 'pictures', figures: /^picture of / },
  { row: 'search', part: 'search', figures: /^a search/ },
  { row: 'layout shift', part: 'client', figures: /^layout shift/ },
  { row: 'hover to footer', part: 'client', figures: /^hover to footer/ },
  { row: 'hover to live island', part: 'client', figures: /^hover to live island/ },
  { row: 'bytes of islands', part: 'sizes', figures: /^(React, |island |tiles and lists)/ },
  { row: '`/loopframe.js`', part: 'sizes', figures: /^loopframe\.js/ },
  {
    row: "widgets by GIPHY's",
    part: 'widgets',
    figures: /^(carousel|grid), (JS|main-thread CPU|heap|layout)/,
  },
  { row: 'simulated data centres', part: 'simulate', figures: /^promises broken/ },
  { row: 'load on one machine', part: 'load', figures: /^load/ },
]
