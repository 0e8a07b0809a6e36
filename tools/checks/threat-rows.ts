/**
 * Reads the rows of threats and faults out of `docs/threats.md`, and finds those that say more or less about their tests than
 * the tests' titles do.
 */
import { ownRepository, type Repository } from './repository.ts'

/** A threat (`T17`) or a fault (`F8`), and the test files that its row names. */
export type ThreatRow = { id: string; files: readonly string[] }

const DOCUMENT = 'docs/threats.md'
const ROW = /^\| ([TF][1-9]\d?) \|.*$/gm
const TEST_FILE = /`([\w./-]+\.(?:test|spec)\.tsx?)`/g
/** Tests about such titles: theirs are examples. */
const EXAMPLES = /^tools\/checks\/(citations|threat-rows)\.test\.ts$/
/** A string of one line, which is what a title is. */
const STRINGS = /'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\.|[^`\\\n])*`?/g

/** Every row, in the document's order. */
export function readThreatRows(document: string): ThreatRow[] {
  return [...document.matchAll(ROW)].map(([row, id = '']) => ({
    id,
    files: [...row.matchAll(TEST_FILE)].map(([, path = '']) => path),
  }))
}

/** Whether a title, or any text, names a row: as `F3`, and not as a part of `F35`. */
export const namesRow = (text: string, id: string): boolean => new RegExp(`\\b${id}\\b`).test(text)

/** Rows that name a test file without their id in a title, and rows that know of no test although there is one. */
export function findUntrueRows({ paths, read }: Repository): string[] {
  const titles = new Map(
    paths
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !EXAMPLES.test(path))
      .map((path) => [path, (read(path).match(STRINGS) ?? []).join('\n')]),
  )
  return readThreatRows(read(DOCUMENT)).flatMap(({ id, files }) => {
    const unnamed = files.filter((path) => !namesRow(titles.get(path) ?? '', id))
    const found = [...titles].filter(([, text]) => namesRow(text, id)).map(([path]) => path)
    if (files.length === 0 && found.length > 0)
      return [`${id}: names no test, but ${found.join(', ')} has it in a title`]
    return unnamed.map((path) => `${id}: ${path} has no title with it`)
  })
}

/** Checks this checkout and prints what is untrue; gives the exit code. */
export function checkThreatRows(): number {
  const untrue = findUntrueRows(ownRepository())
  for (const line of untrue) console.error(`${DOCUMENT}: ${line}`)
  return Number(untrue.length > 0)
}
