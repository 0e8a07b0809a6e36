import { expect, it } from 'vitest'
import { findBoundPatterns } from './bound-patterns.ts'

it.each([
  'WHERE name LIKE ?1',
  "WHERE name LIKE ?5 ESCAPE '\\\\'",
  'WHERE name NOT LIKE @text',
  "WHERE name LIKE '%' || ?1 || '%'",
  "WHERE name LIKE ('%' || ?1)",
  'WHERE name LIKE lower(?1)',
  `WHERE name LIKE \${PATTERN}`,
  `WHERE name LIKE '%\${text}%'`,
  'WHERE name GLOB other.pattern',
  'WHERE name LIKE\n  ?1',
  'WHERE like(?1, name)',
  `WHERE glob(\${pattern}, name)`,
])('T60: a pattern of any length is found: %s', (sql) => {
  expect(findBoundPatterns('a.ts', `// LIKE ?1 is none.\nconst SQL = \`${sql}\``)).toEqual([
    expect.stringMatching(/^a\.ts:2: .*instr/),
  ])
})

it.each([
  "iif(?4 LIKE '@%', 1, 2)",
  "WHERE ?1 NOT GLOB '*[^0-9]*' AND id = 1",
  'WHERE instr(lower(name), lower(?1)) > 0',
  '-- LIKE ?1 would be refused',
  '/* LIKE ?1 */',
  'files.glob(folder)',
])('a literal, a comment, and other words are not: %s', (sql) => {
  expect(findBoundPatterns('a.ts', sql)).toEqual([])
})
