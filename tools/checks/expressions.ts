/** Finds regular expressions whose time grows faster than their input (T37). */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../steps/run-step.ts'
import { type Expression, readExpressions } from './read-expressions.ts'
import { sourcesOf } from './read-imports.ts'
import { ownRepository } from './repository.ts'

const require = createRequire(import.meta.url)

/** The checker's own JavaScript: its package would also start a binary or a JVM where there is one. */
const { checkSync }: typeof import('recheck') = require('recheck/lib/browser.js')
const { version }: { version: string } = require('recheck/package.json')

/** What the checker found safe. Some expressions take it seconds, so each text is checked once. */
const LIST = join(root, 'tools/checks/safe-expressions.json')
type List = { checker: string; safe: string[] }

/** The programs of the sources, and the sources that are in none of them: plain JavaScript. */
const PROGRAMS = ['shared', 'islands', 'worker', 'tools'].map((place) => `${place}/tsconfig.json`)
const CHECKED = /^(?:(?:shared|islands|worker|origin|tools|media)\/.*|build)\.tsx?$/

/** Expressions that are made while the program runs, and what they are made of. */
const MADE = new Map([
  [
    'shared/public/builder-snippet.ts',
    'literals of shared/public/builder-fields.data.ts and shared/widgets/options.ts',
  ],
  ['tools/checks/threat-rows.ts', 'an id of docs/threats.md'],
  ['tools/rows.ts', 'ids of docs/threats.md'],
])

/** The checker does not end on these. Whoever adds one says why it is safe, and tests its time. */
const UNDECIDED = new Map([
  [
    String.raw`/(?<![\w-])[\w-]{0,40}?(?:key|token|secret|passw(?:or)?d|auth|session)[\w-]{0,40}["']?\s?:\s?(?=\S{8})[^\s\d]{0,99}\d\S*/gi`,
    'all in front of the last part is bounded, and worker/upstreams/failure.ts reads 1000 characters',
  ],
])

type Pattern = { source: string; flags: string }

/** Limits of steps instead of time: the result must not depend on the machine. */
const EXACT = { timeout: 300_000, attackTimeout: null, incubationTimeout: null } as const
const QUICK = { checker: 'automaton', timeout: 1000 } as const
const AT_ONCE = { ...QUICK, timeout: 250 } as const

/**
 * What the exact method by automata says of `{1,128}` as `{1,}`: it has all the ways to match and more, and the method is
 * quick then. A negative lookaround, which would turn more into less, is unknown to it.
 */
const checkQuickly = ({ source, flags }: Pattern, how: { checker: 'automaton'; timeout: number } = QUICK) =>
  checkSync(source.replace(/\{(\d+),\d+\}/g, '{$1,}'), flags, how)

/** Why an expression is refused; '' for a safe one. */
export function weaknessOf(expression: Pattern): string {
  const { source, flags } = expression
  const hasNegative = source.includes('(?!') || source.includes('(?<!')
  if (!hasNegative && checkQuickly(expression).status === 'safe') return ''
  const result = checkSync(source, flags, EXACT)
  if (result.status === 'safe') return ''
  return result.status === 'vulnerable'
    ? result.complexity.summary
    : `cannot be checked: ${result.error.kind}`
}

/** Whether the exact method itself finds an expression vulnerable. What it does not know, or not soon, is not. */
const isVulnerable = (expression: Pattern): boolean => {
  const { source, flags } = expression
  const { status } = checkQuickly(expression, AT_ONCE)
  return status === 'vulnerable' && checkSync(source, flags, QUICK).status === 'vulnerable'
}

type Known = Extract<Expression, { source: string }>
const textOf = ({ source, flags }: Known): string => `/${source}/${flags}`

/** Every expression of the product by its text, and the places where one is made of what nobody knows. */
function ownExpressions(): { known: Map<string, Known>; unknown: string[] } {
  const paths = sourcesOf(ownRepository()).filter((path) => CHECKED.test(path))
  const found = readExpressions(root, PROGRAMS, paths)
  const known = found.flatMap((one) => ('source' in one ? [[textOf(one), one] as const] : []))
  const unknown = found.flatMap((one) =>
    'unknown' in one && !MADE.has(one.path)
      ? [`${one.path}: ${one.unknown}: write it as a literal or a constant`]
      : [],
  )
  return { known: new Map(known), unknown }
}

const readList = (): List => JSON.parse(readFileSync(LIST, 'utf8'))

/** Every fault, in words: expressions that nobody knows, and where the list differs from the sources. */
export function findExpressionFaults(): string[] {
  const { known, unknown } = ownExpressions()
  const { checker, safe } = readList()
  const listed = new Set(checker === version ? safe : [])
  const unlisted = [...known].flatMap(([text, { path }]) =>
    listed.delete(text) ? [] : `${path}: ${text}: is not checked`,
  )
  const gone = [...listed].map((text) => `${text}: is in the list alone`)
  return [...unknown, ...[...unlisted, ...gone].map((fault) => `${fault}: npm run expressions`)]
}

/**
 * What the exact method refuses of the sources, whatever the list says of it. What that method does not know, or not in a
 * quarter of a second, was searched when it was listed (`npm run expressions`): that takes long, and is the same on every machine.
 */
export const findVulnerable = (): string[] =>
  [...ownExpressions().known].flatMap(([text, one]) =>
    !UNDECIDED.has(text) && isVulnerable(one) ? [`${one.path}: ${text}`] : [],
  )

/**
 * Checks the expressions that are not in the list, with `anew` all of them. `safe` is the list that results, `faults` are
 * the others, each with the reason.
 */
export function checkOwn({ anew = false }: { anew?: boolean }): { safe: string[]; faults: string[] } {
  const { known, unknown } = ownExpressions()
  const { checker, safe } = readList()
  const listed = new Set(checker === version && !anew ? safe : [])
  const weak = new Map<string, string>()
  for (const [text, one] of known) {
    const weakness = listed.has(text) || UNDECIDED.has(text) ? '' : weaknessOf(one)
    if (weakness) weak.set(text, `${one.path}: ${text} is ${weakness}`)
  }
  return {
    safe: [...known.keys()].filter((text) => !weak.has(text)).sort(),
    faults: [...unknown, ...weak.values()],
  }
}

/** Writes the list and prints what is not safe; gives the exit code. */
export function listExpressions(options: { anew?: boolean }): number {
  const { safe, faults } = checkOwn(options)
  writeFileSync(LIST, `${JSON.stringify({ checker: version, safe } satisfies List, undefined, 2)}\n`)
  for (const fault of faults) console.error(fault)
  console.log(`${safe.length} expressions are safe`)
  return Number(faults.length > 0)
}
