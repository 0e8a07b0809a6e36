import { expect, it } from 'vitest'
import { findUntrueRows, readThreatRows } from './threat-rows.ts'

const row = (id: string, tests: string) => `| ${id} | A1; N | paths | a guard | ${tests} | 45 |\n`

const untrue = (document: string, files: Record<string, string>) =>
  findUntrueRows({
    paths: ['docs/threats.md', ...Object.keys(files)],
    read: (path) => (path === 'docs/threats.md' ? document : (files[path] ?? '')),
  })

it('a row has an id and the test files that it names', () => {
  const document = `${row('T1', '`a/b.test.ts`, `c.spec.ts`; heap: no test yet')}| id | x |\n${row('F36', 'no test yet')}`
  expect(readThreatRows(document)).toEqual([
    { id: 'T1', files: ['a/b.test.ts', 'c.spec.ts'] },
    { id: 'F36', files: [] },
  ])
})

it.each<[string, string, Record<string, string>, string[]]>([
  ['an id in a title', row('T1', '`a.test.ts`'), { 'a.test.ts': "it('T1: x', f)" }, []],
  ['an id of a row of a table', row('T1', '`a.test.ts`'), { 'a.test.ts': "it.each([['T1, F2: x']])" }, []],
  ['no test, and none is named', row('T1', 'no test yet'), { 'a.test.ts': "it('x', f)" }, []],
  [
    'an id in a comment alone',
    row('T1', '`a.test.ts`'),
    { 'a.test.ts': "// T1\nit('T12: x', f)" },
    ['T1: a.test.ts has no title with it'],
  ],
  ['a file that is gone', row('T1', '`a.test.ts`'), {}, ['T1: a.test.ts has no title with it']],
  [
    'a test that the row does not know',
    row('F3', 'no test yet'),
    { 'a.test.ts': "it('F3: x', f)" },
    ['F3: names no test, but a.test.ts has it in a title'],
  ],
])('%s', (_name, document, files, expected) => expect(untrue(document, files)).toEqual(expected))
