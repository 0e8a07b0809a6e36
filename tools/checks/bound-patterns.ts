/** Finds LIKE and GLOB whose pattern may be a stranger's text: the database refuses one of more than 50 bytes, with an error. */
import { ownRepository } from './repository.ts'

const CHECKED = /^(?:origin|worker|shared|tools|migrations)\/.*\.(?:ts|sql)$/
const SELF = /^tools\/checks\/bound-patterns|\.test\.ts$/

/** A line that is a comment. */
const COMMENT = /^(?:\/\/|\/?\*|--)/

/** The operators, and the functions of their names where they take a value. */
const OPERATOR = /\b(?:LIKE|GLOB)\b|\b(?:like|glob)\(\s*[?$]/g
const LITERAL = /^\s*'([^']*)'\s*/

const WAYS = "use instr(lower(column), lower(?)), or a range: name >= 'a' AND name < 'b'"

/** Where a text of a program or a migration has such a pattern, in words. */
export function findBoundPatterns(path: string, text: string): string[] {
  const lines = text.split('\n').map((line) => (COMMENT.test(line.trimStart()) ? '' : line))
  const code = lines.join('\n')
  return [...code.matchAll(OPERATOR)].flatMap(({ 0: operator, index }) => {
    const rest = code.slice(index + operator.length)
    const literal = LITERAL.exec(rest)
    const isFixed = literal && !literal[1]?.includes('${') && !rest.slice(literal[0].length).startsWith('||')
    const line = code.slice(0, index).split('\n').length
    return isFixed ? [] : [`${path}:${line}: ${operator}${rest.split('\n')[0]}: ${WAYS}`]
  })
}

/** Checks this checkout and prints where a pattern is no literal; gives the exit code. */
export function checkBoundPatterns(): number {
  const { paths, read } = ownRepository()
  const faults = paths
    .filter((path) => CHECKED.test(path) && !SELF.test(path))
    .flatMap((path) => findBoundPatterns(path, read(path)))
  for (const fault of faults) console.error(fault)
  return Number(faults.length > 0)
}
