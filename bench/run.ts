/**
 * `npm run bench [-- PART …]`: measures against the budgets, prints tables, and writes `bench/results/*.json` and
 * `docs/performance.md`. It is a measurement: it prints exceeded budgets and exits with 0; with `--check` it exits with 1
 * where one is exceeded by more than noise. `--stale` measures what has changed since the last time.
 */
import { parseArgs } from 'node:util'
import { buildOnce } from '../tools/steps/local-library.ts'
import type { Figure } from './figure.ts'
import { inputsHash, type PartName } from './inputs.ts'
import { machineFacts } from './machine.ts'
import { writePage } from './page.ts'
import { PARTS } from './parts.ts'
import { printFindings, printVerdict } from './report.ts'
import { BY_HAND, saveResult, staleParts } from './results.ts'

/** Characters of an error that are printed. */
const SAID_MOST = 2000

const { values, positionals: asked } = parseArgs({
  // `search` asks a library of a million items too, which takes minutes to make.
  // `pictures --files DIR` makes what makers make of a folder's files, in place of the demo library's.
  // `serve` and `load` run for some minutes.
  // `simulate` plays other histories from another seed.
  options: {
    check: { type: 'boolean', default: false },
    stale: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    files: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})

// A line of a package's source may come with an uncaught error, and has a megabyte. Packages have listeners of their own
// that throw it again: these come before them.
process.prependListener('uncaughtException', endWith)
process.prependListener('unhandledRejection', endWith)

// Running servers stop in their own exit handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

function endWith(error: unknown): never {
  console.error(String(error instanceof Error ? error.stack : error).slice(0, SAID_MOST))
  process.exit(1)
}

/** Those that were asked for; else all that run by themselves, or of those the stale ones. */
async function chosen(): Promise<PartName[]> {
  const all = Object.keys(PARTS) as PartName[]
  const unknown = asked.find((name) => !all.some((part) => part === name))
  if (unknown) {
    console.error(`No part '${unknown}'. There are: ${all.join(', ')}`)
    process.exit(2)
  }
  const own = all.filter((name) => (asked.length > 0 ? asked.includes(name) : !BY_HAND.has(name)))
  if (!values.stale) return own
  const stale = await staleParts()
  return own.filter((name) => stale.includes(name))
}

const { files, million } = values
const options = { files, million, minutes: Number(values.minutes), seed: Number(values.seed) }
const names = await chosen()
console.log(
  names.length > 0 ? `To be measured: ${names.join(', ')}` : 'Nothing has changed since it was measured',
)
await buildOnce()
const figures: Figure[] = []
for (const name of names) {
  const [machine, inputs] = [machineFacts(), await inputsHash(name)]
  const findings = await PARTS[name](options)
  saveResult(files === '' ? name : `${name}-of-files`, findings, { machine, inputs })
  printFindings(name, findings)
  figures.push(...findings.figures)
}
writePage()
const over = printVerdict(figures)
// A stray handle of a stopped server must not keep the command alive.
process.exit(values.check && over > 0 ? 1 : 0)
