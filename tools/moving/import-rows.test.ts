import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { NewRedirect, Redirected } from '../../shared/schema/own/redirects.ts'
import { RunError } from '../remote/run-error.ts'
import { type ImportTarget, importRows } from './import-rows.ts'
import type { ImportRow } from './read-rows.ts'

const FOLDER = join('/', 'lists')

/** A library that knows the items `new…`, and says what it was asked. */
function stub(place: Partial<ImportTarget> = {}) {
  const asked: NewRedirect[][] = []
  const files: string[] = []
  const leads = new Map<string, string>()
  const addOne = ({ source, old_id, to }: NewRedirect): Redirected => {
    const id = `${source}-${old_id}`
    const before = leads.get(id)
    if (!to.startsWith('new')) return { id, source, old_id, gif: before ?? '', state: 'no-item' }
    if (before === undefined) leads.set(id, to)
    const state = before === undefined ? 'added' : before === to ? 'known' : 'taken'
    return { id, source, old_id, gif: before ?? to, state }
  }
  const run = (rows: readonly ImportRow[]) => {
    const said: string[] = []
    const library: ImportTarget = {
      async add(some) {
        asked.push(some)
        return some.map(addOne)
      },
      async fileToItem(path) {
        files.push(path)
        return 'newfile'
      },
      ...place,
    }
    return importRows({ place: library, folder: FOLDER, say: (line) => said.push(line) }, rows).then(
      (result) => ({ ...result, said }),
    )
  }
  return { run, asked, files }
}

const row = (line: number, lead: { to: string } | { file: string }): ImportRow => ({
  line,
  source: 'giphy',
  old_id: `old${line}`,
  ...lead,
})

describe('an import', () => {
  it('goes a hundred rows at a time, and again without a difference', async () => {
    const { run, asked } = stub()
    const rows = Array.from({ length: 250 }, (_, n) => row(n + 1, { to: 'new1' }))
    expect(await run(rows)).toMatchObject({ counts: { added: 250, known: 0 }, bad: [] })
    expect(asked.map((some) => some.length)).toEqual([100, 100, 50])
    expect(await run(rows)).toMatchObject({ counts: { added: 0, known: 250 }, bad: [] })
  })

  it('says of each line what became of it', async () => {
    const { run } = stub()
    await run([row(1, { to: 'new1' })])
    const { said, bad } = await run([row(1, { to: 'new2' }), row(2, { to: 'gone' }), row(3, { to: 'new3' })])
    expect(said).toEqual(['line 3: giphy-old3 added (new3)'])
    expect(bad).toEqual([
      { line: 1, why: 'leads to new1 already' },
      { line: 2, why: 'no item of the library is gone' },
    ])
  })

  it('puts each file in once, and none from outside the folder of the list', async () => {
    const { run, files } = stub()
    const { bad, counts } = await run([
      row(1, { file: 'cat.gif' }),
      row(2, { file: './cat.gif' }),
      row(3, { file: '../secret.gif' }),
      row(4, { file: '/etc/secret.gif' }),
    ])
    expect(files).toEqual([join(FOLDER, 'cat.gif')])
    expect(counts.added).toBe(2)
    expect(bad.map(({ line, why }) => [line, why.includes('not in the folder')])).toEqual([
      [3, true],
      [4, true],
    ])
  })

  it('goes on behind a file that is refused, and ends where none would pass', async () => {
    const refuse = stub({ fileToItem: () => Promise.reject(new Error('cat.gif is refused: no GIF')) })
    const { counts, bad } = await refuse.run([row(1, { file: 'cat.gif' }), row(2, { to: 'new1' })])
    expect([counts.added, bad]).toEqual([1, [{ line: 1, why: 'cat.gif is refused: no GIF' }]])

    const end = stub({ fileToItem: () => Promise.reject(new RunError('no token')) })
    await expect(end.run([row(1, { file: 'cat.gif' }), row(2, { to: 'new1' })])).rejects.toThrow('no token')
    expect(end.asked).toEqual([])
  })
})
