import { describe, expect, it } from 'vitest'
import { findBroken } from './citations.ts'

const DOCS = {
  'docs/spec.md': '# Specification\n\n## §4 States and transitions\n\n### Masonry: pack, update & resize\n',
  'docs/threats.md': '| id | threat |\n| --- | --- |\n| T17 | paths |\n| F8  | shapes |\n',
  'docs/measurements.md': '### M8 Cross-site frames\n',
  'worker/app.ts': 'export {}\n',
}

/** What is missing in one more file, as `line: name`. */
function missingIn(path: string, text: string): string[] {
  const files: Record<string, string> = { ...DOCS, [path]: text }
  const broken = findBroken({ paths: Object.keys(files), read: (name) => files[name] ?? '' })
  return broken.map(({ line, missing }) => `${line}: ${missing}`)
}

describe('what exists may be cited', () => {
  it.each([
    [
      'a clause, a threat, a fault and a measurement',
      'worker/a.ts',
      '/** §4 Masonry; T17, F8 (`docs/measurements.md`, M8). */',
    ],
    ['the names of tests', 'worker/a.test.ts', "it('T17, F8: §4', () => {})"],
    ['a document from the root, or from beside it', 'docs/a.md', '`docs/spec.md` and [spec](spec.md)'],
    [
      'an anchor',
      'docs/a.md',
      '[masonry](spec.md#masonry-pack-update--resize), [here](#own-heading)\n# Own heading',
    ],
    ['a source, and a folder', 'README.md', '`worker/app.ts`, `worker/`'],
    ['a comment of SQL', 'migrations/1.sql', '-- `worker/app.ts`'],
    ['what a build makes', 'README.md', '`dist/packages/react/style.css`'],
  ])('%s', (_name, path, text) => {
    expect(missingIn(path, text)).toEqual([])
  })
})

describe('what does not exist is named with its line', () => {
  it.each([
    ['a clause', 'worker/a.ts', '\n/* §40 */', ['2: §40']],
    ['a threat', 'worker/a.ts', 'const a = 1 // T71', ['1: T71']],
    [
      'a fault, in the name of a test',
      'worker/a.test.ts',
      "describe('x', () => {\n  it('F99: is whole', f)\n})",
      ['2: F99'],
    ],
    ['a clause in any string of a test', 'worker/a.test.ts', "])('%s (§12)', f)", ['1: §12']],
    ['a measurement', 'docs/a.md', 'As in M99.', ['1: M99']],
    ['the end of a range', 'docs/a.md', 'T17–T99', ['1: T99']],
    ['a document', 'wrangler.toml', 'a = 1 # see `contract.md`', ['1: contract.md']],
    ['a source', 'worker/a.css', '/* `worker/old/app.ts` */', ['1: worker/old/app.ts']],
    ['a source without its root', 'worker/a.ts', '// `old/app.ts`', ['1: old/app.ts']],
    ['a folder', 'docs/a.md', 'in `worker/old/`', ['1: worker/old/']],
    ['a link', 'README.md', '\n![picture](docs/none.webp)', ['2: docs/none.webp']],
    ['an anchor', 'docs/a.md', '[a](spec.md#nowhere)', ['1: spec.md#nowhere']],
    ['two in one line', 'docs/a.md', '§40, T71', ['1: §40', '1: T71']],
  ])('%s', (_name, path, text, missing) => {
    expect(missingIn(path, text)).toEqual(missing)
  })
})

it('every decision is listed in their index', () => {
  const files: Record<string, string> = {
    'docs/decisions/README.md': '[One](one.md)',
    'docs/decisions/one.md': '# One',
    'docs/decisions/two.md': '# Two',
  }
  const broken = findBroken({ paths: Object.keys(files), read: (name) => files[name] ?? '' })
  expect(broken).toEqual([{ path: 'docs/decisions/README.md', line: 1, missing: 'a link to two.md' }])
})

describe('what only looks like a citation is none', () => {
  it.each([
    ['type parameters', 'worker/a.ts', 'export type A<T1, T99> = F99<T1 | T99>'],
    ['a time of day, a constant, a colour', 'worker/a.ts', '// 2026-11-21T99:00, T0, #F99, 0xF99, utf-16F99'],
    ['data of a program', 'worker/a.ts', "const path = 'M99 80', name = 'T99', file = `worker/none.ts`"],
    ['an icon in a test', 'worker/a.test.ts', "expect(icon).toBe('M99 80')"],
    ['an address of others', 'worker/a.ts', '// https://example.com/docs/none.md#T99'],
    ['a block of code in a document', 'docs/a.md', '```sh\ncat `worker/none.ts` none.md T99\n```'],
    [
      'a package, a pattern, an elision',
      'docs/a.md',
      '`@preact/signals-core`, `worker/*.ts`, `worker/…`, `text/css`',
    ],
    ['the past', 'CHANGELOG.md', '- Remove `worker/old.ts` (T99).'],
  ])('%s', (_name, path, text) => {
    expect(missingIn(path, text)).toEqual([])
  })
})
