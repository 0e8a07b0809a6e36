/**
 * `npm run bench [-- server|profile|client|widgets|pickers|pictures|search|simulate|serve]`: measures against the budgets, prints tables and writes `bench/results/*.json`.
 * It is a measurement, not a check: it prints exceeded budgets and always exits with 0.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildOnce } from '../tools/steps/local-library.ts'
import { root } from '../tools/steps/run-step.ts'
import { benchClient } from './client.ts'
import { type Figure, type Findings, verdict } from './figure.ts'
import { machineFacts } from './machine.ts'
import { benchPickers } from './pickers.ts'
import { tryFiles } from './pictures/trial.ts'
import { benchPictures } from './pictures.ts'
import { benchProfile } from './profile.ts'
import { printFindings, printVerdict } from './report.ts'
import { benchSearch } from './search.ts'
import { benchServe } from './serve.ts'
import { benchServer } from './server.ts'
import { benchSimulate } from './simulate.ts'
import { rounded } from './statistics.ts'
import { benchWidgets } from './widgets.ts'

const PARTS: Record<string, () => Promise<Findings>> = {
  server: benchServer,
  profile: benchProfile,
  client: benchClient,
  widgets: benchWidgets,
  pickers: benchPickers,
  pictures: () => (values.files === '' ? benchPictures() : tryFiles(values.files)),
  search: () => benchSearch(values.million),
  simulate: () => benchSimulate(Number(values.seed)),
  serve: () => benchServe(Number(values.minutes)),
}

/** `profile` explains `server`, and `serve` takes minutes. */
const ONLY_ASKED = new Set(['profile', 'serve'])

/** Characters of an error that are printed. */
const SAID_MOST = 2000

const { values, positionals: asked } = parseArgs({
  // `search` asks a library of a million items too, which takes minutes to make.
  // `pictures --files DIR` makes what makers make of a folder's files, in place of the demo library's.
  // `serve` runs everything at once for some minutes: only where it is asked for.
  // `simulate` plays other histories from another seed.
  options: {
    million: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    files: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const names = asked.length > 0 ? asked : Object.keys(PARTS).filter((name) => !ONLY_ASKED.has(name))
const unknown = names.find((name) => !PARTS[name])
if (unknown) {
  console.error(`No part '${unknown}'. There are: ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}

/** Rounds to the precision of the measurement. */
const plain = (_key: string, value: unknown) => (typeof value === 'number' ? rounded(value) : value)

function save(name: string, machine: object, { figures, tables }: Findings): void {
  const dir = join(root, 'bench/results')
  mkdirSync(dir, { recursive: true })
  const judged = figures.map((figure) => ({ ...figure, verdict: verdict(figure) }))
  const result = { date: new Date().toISOString().slice(0, 10), machine, figures: judged, tables }
  writeFileSync(join(dir, `${name}.json`), `${JSON.stringify(result, plain, 1)}\n`)
}

/** A line of a package's source may come with an uncaught error, and has a megabyte. */
process.on('uncaughtException', (error) => {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(said.slice(0, SAID_MOST))
  process.exit(1)
})

// Running servers stop in their own exit handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

await buildOnce()
const figures: Figure[] = []
for (const name of names) {
  const machine = machineFacts(name === 'client')
  const findings = await PARTS[name]?.()
  if (!findings) continue
  save(values.files === '' ? name : `${name}-of-files`, machine, findings)
  printFindings(name, findings)
  figures.push(...findings.figures)
}
printVerdict(figures)
// A stray handle of a stopped server must not keep the command alive.
process.exit(0)
