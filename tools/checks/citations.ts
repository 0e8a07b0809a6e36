/**
 * Finds citations of what does not exist: clauses (`§4`), threats and faults (`T17`, `F8`), measurements (`M8`), documents,
 * source paths, links between documents; and decisions that are missing in their index.
 *
 * To stay free of false alarms it reads prose only: documents outside of code blocks, comments, and the strings of tests
 * (their names cite too). Everywhere else `T1` is a type parameter and `M12 80` a path of an SVG. `Mn` counts in documents
 * and comments alone. A number never begins with 0 (`T0` is a time), and what follows `://` is somebody else's.
 */
import { basename, dirname, join } from 'node:path/posix'
import { ownRepository, type Repository } from './repository.ts'

/** What is missing, and where it is cited. */
type Broken = { path: string; line: number; missing: string }

/** A part of a file that people read, and where it begins; `quoted` is a string of a test. */
type Prose = { text: string; at: number; quoted: boolean }

/** Where each kind of number is defined, one match a definition. */
const DEFINITIONS = {
  '§': { path: 'docs/spec.md', pattern: /^## §(\d+)/gm },
  T: { path: 'docs/threats.md', pattern: /^\| T(\d+) +\|/gm },
  F: { path: 'docs/threats.md', pattern: /^\| F(\d+) +\|/gm },
  M: { path: 'docs/measurements.md', pattern: /^### M(\d+) /gm },
} as const

/** Lists every file beside it. */
const INDEX = 'docs/decisions/README.md'

const NUMBER = /(?<![\w/#&-])([TFM])([1-9]\d?)(?![\w.]*\w)|(§)(\d+)/g
const DOCUMENT = /(?<![\w./@-])[\w./-]*\w\.md\b/g
const SOURCE = /`([\w.@-]+(?:\/[\w.@-]+)+\/?)`/g
const LINK = /\]\(([^()\s]+)\)/g

const SOURCE_ROOTS = /^(worker|origin|islands|shared|tools|media|studio|test|docs|bench|migrations)\//
const SOURCE_FILE = /\.(tsx?|css|sql|toml|md|tsv)$/
/** Folders that commands make: they may be missing. */
const MADE = /^(dist|node_modules|\.wrangler)\//

const READ = /\.(tsx?|mjs|css|md|sql|toml)$/
const TEST = /\.(test|spec)\.tsx?$/
/** Recorded or made; a history of names that are gone; wrong on purpose. */
const LEFT_OUT = /^(seed|bench\/results)\/|^CHANGELOG\.md$|^tools\/checks\/citations\.test\.ts$/

/** Comments and strings, in the order in which they stand: so that neither is looked for within the other. */
const TOKENS =
  /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|(?<!:)\/\/.*|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\.|[^`\\])*`?/g
const HASH_COMMENTS = /#.*/g
const SQL_COMMENTS = /--.*/g
const CODE_BLOCK = /^```[\s\S]*?^```/gm
const ADDRESS = /\w:\/\/[^\s)`]+/g

/** Everything that the repository cites and does not have, file by file; and decisions that their index does not list. */
export function findBroken(repository: Repository): Broken[] {
  const lookup = lookupOf(repository)
  const broken = repository.paths
    .filter((path) => READ.test(path) && !LEFT_OUT.test(path))
    .flatMap((path) => brokenIn(path, repository.read(path), lookup))
  return [...broken, ...unlistedDecisions(repository)]
}

function unlistedDecisions({ paths, read }: Repository): Broken[] {
  const decisions = paths.filter((path) => dirname(path) === dirname(INDEX) && path !== INDEX)
  const index = decisions.length > 0 ? read(INDEX) : ''
  return decisions
    .filter((path) => !index.includes(`](${basename(path)})`))
    .map((path) => ({ path: INDEX, line: 1, missing: `a link to ${basename(path)}` }))
}

function brokenIn(path: string, text: string, lookup: Lookup): Broken[] {
  const found: Broken[] = []
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  for (const { text: prose, at, quoted } of proseOf(path, text)) {
    for (const { index, missing } of [
      ...missingNumbers(prose, lookup, quoted),
      ...missingFiles(prose, path, lookup),
      ...(path.endsWith('.md') ? missingLinks(prose, path, lookup) : []),
    ]) {
      found.push({ path, line: lineOf(at + index), missing })
    }
  }
  return found.sort((one, other) => one.line - other.line)
}

type Missing = { index: number; missing: string }

const missingNumbers = (prose: string, { numbers }: Lookup, quoted: boolean): Missing[] =>
  [...prose.matchAll(NUMBER)].flatMap(({ index, 1: letter, 2: digits, 3: sign, 4: clause }) => {
    const cited = `${letter ?? sign}${digits ?? clause}`
    return (quoted && letter === 'M') || numbers.has(cited) ? [] : [{ index, missing: cited }]
  })

function missingFiles(prose: string, path: string, lookup: Lookup): Missing[] {
  const exists = (cited: string) => lookup.has(cited) || lookup.has(join(dirname(path), cited))
  const documents = [...prose.matchAll(DOCUMENT)].map(({ index, 0: cited }) => ({ index, cited }))
  const sources = [...prose.matchAll(SOURCE)]
    .map(({ index, 1: cited = '' }) => ({ index, cited }))
    .filter(({ cited }) => !cited.endsWith('.md') && (SOURCE_ROOTS.test(cited) || SOURCE_FILE.test(cited)))
  return [...documents, ...sources]
    .filter(({ cited }) => !MADE.test(cited) && !exists(cited))
    .map(({ index, cited }) => ({ index, missing: cited }))
}

const missingLinks = (prose: string, path: string, lookup: Lookup): Missing[] =>
  [...prose.matchAll(LINK)].flatMap(({ index, 1: target = '' }) => {
    const [file = '', anchor] = target.split('#')
    const linked = file ? join(dirname(path), file) : path
    // A document by itself is found by its name already.
    if (anchor === undefined)
      return linked.endsWith('.md') || lookup.has(linked) ? [] : [{ index, missing: target }]
    return lookup.has(linked) && lookup.anchors(linked).has(anchor) ? [] : [{ index, missing: target }]
  })

function proseOf(path: string, text: string): Prose[] {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  const own = text.replace(ADDRESS, blank)
  if (path.endsWith('.md')) return [{ text: own.replace(CODE_BLOCK, blank), at: 0, quoted: false }]
  const tokens = path.endsWith('.toml') ? HASH_COMMENTS : path.endsWith('.sql') ? SQL_COMMENTS : TOKENS
  return [...own.matchAll(tokens)].flatMap(({ 0: token, index }) => {
    const quoted = /^['"`]/.test(token)
    if (quoted && !TEST.test(path)) return []
    return [{ text: quoted ? token.slice(1, -1) : token, at: index + Number(quoted), quoted }]
  })
}

type Lookup = {
  /** Every number that is defined, with its letter. */
  numbers: ReadonlySet<string>
  /** Whether a file or folder exists. */
  has: (path: string) => boolean
  /** The anchors of a document's headings. */
  anchors: (path: string) => ReadonlySet<string>
}

function lookupOf({ paths, read }: Repository): Lookup {
  const known = new Set(paths)
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) known.add(folder)
  }
  const numbers = Object.entries(DEFINITIONS).flatMap(([letter, { path, pattern }]) =>
    known.has(path) ? [...read(path).matchAll(pattern)].map(([, digits]) => letter + digits) : [],
  )
  return {
    numbers: new Set(numbers),
    has: (path) => known.has(path.replace(/\/$/, '')),
    anchors: (path) =>
      new Set([...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))),
  }
}

/** The anchor that GitHub makes of a heading: lower case, no punctuation, dashes for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Checks this checkout and prints what is missing; gives the exit code. */
export function checkCitations(): number {
  const broken = findBroken(ownRepository())
  for (const { path, line, missing } of broken) console.error(`${path}:${line}: missing: ${missing}`)
  return Number(broken.length > 0)
}
