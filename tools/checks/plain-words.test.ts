import { expect, it } from 'vitest'
import { ownRepository } from './repository.ts'

/** Words that the house's English does without: someone, no one, again, next to, our own, there is no … say it. */
const WORDS =
  /\b(?:nobody|somebody|everybody|whoever|whatever|anew|beside|of (?:ours|its own|theirs)|is none|that is no|bears?|stands)\b/i

/** The same as parts of names in code: `isNobody`, `readAnew`. Titles of tests may have them. */
const NAMES =
  /(?:Nobody|Somebody|Everybody|Whoever|Anew|Beside)(?![a-z])|\b(?:nobody|somebody|everybody|whoever|anew|beside)[A-Z(]/

/** The folders that keep to them. */
const PLAIN = /^(?:worker|origin|islands|shared)\/.*\.(?:tsx?|css)$/
const TEST = /\.test\.tsx?$/

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g

it('comments and names are in plain words', () => {
  const { paths, read } = ownRepository()
  const found = paths
    .filter((path) => PLAIN.test(path))
    .flatMap((path) => {
      const text = read(path)
      const comments = [...text.matchAll(COMMENT)].map(([comment]) => comment)
      const code = TEST.test(path) ? '' : text.replaceAll(COMMENT, '')
      return [
        ...comments.filter((comment) => WORDS.test(comment)).map((comment) => `${path}: ${comment}`),
        ...code
          .split('\n')
          .filter((line) => NAMES.test(line))
          .map((line) => `${path}: ${line}`),
      ]
    })
  expect(found).toEqual([])
})
