import { describe, expect, it } from 'vitest'
import { LIST_MAX, readRows } from './read-rows.ts'

const read = (text: string) => readRows(text, 'own')
const SHA = 'ab'.repeat(32)

describe('a list of old ids', () => {
  it.each([
    ['https://giphy.com/gifs/happy-cat-abc123,new1', 'giphy', 'abc123'],
    ['giphy.com/gifs/abc123,new1', 'giphy', 'abc123'],
    ['https://tenor.com/view/cat-gif-123;new1', 'tenor', '123'],
    ['https://klipy.com/gifs/cat-3\tnew1', 'klipy', 'cat-3'],
    ['<iframe src="https://giphy.com/embed/abc123" width="480"></iframe>,new1', 'giphy', 'abc123'],
    ['"<iframe src=""//giphy.com/embed/abc123"" allow=""a, b""></iframe>",new1', 'giphy', 'abc123'],
    ['"<div class=""tenor-gif-embed"" data-postid=""77"" data-width=""100%""></div>",new1', 'tenor', '77'],
    ['550e8400-e29b-41d4-a716-446655440000,new1', 'own', '550e8400-e29b-41d4-a716-446655440000'],
    ['123,new1,tenor', 'tenor', '123'],
    ['{"old":"abc","to":"new1","source":"giphy"}', 'giphy', 'abc'],
    ['{"old":123,"to":"new1","source":"tenor"}', 'tenor', '123'],
  ])('%s', (line, source, old_id) =>
    expect(read(line)).toEqual({ rows: [{ line: 1, source, old_id, to: 'new1' }], bad: [] }),
  )

  it.each([
    ['a,happy-cat-new1', { to: 'happy-cat-new1' }],
    ['a,https://gifs.example/gifs/happy-cat-new1', { to: 'new1' }],
    ['a,https://gifs.example/embed/new1', { to: 'new1' }],
    [`a,${SHA}`, { to: SHA }],
    ['a,cats/happy cat.GIF', { file: 'cats/happy cat.GIF' }],
    ['{"old":"a","file":"cat.mp4"}', { file: 'cat.mp4' }],
  ])('%s', (line, lead) => {
    expect(read(line)).toEqual({ rows: [{ line: 1, source: 'own', old_id: 'a', ...lead }], bad: [] })
  })

  it('is left out a head, empty lines and remarks, and keeps the lines’ numbers', () => {
    const { rows, bad } = read('\uFEFFold,to,source\r\n\r\n# mine\r\na,new1\r\nb,new2,giphy\r\n')
    expect(bad).toEqual([])
    expect(rows.map(({ line, old_id }) => [line, old_id])).toEqual([
      [4, 'a'],
      [5, 'b'],
    ])
  })

  it.each([
    ['a', 'says not what it leads to'],
    [',b', 'has no old id'],
    ['a,b,imgur', 'source must be one of'],
    ['a,"b', 'has a quote that does not end'],
    ['{"old":"a"', 'is no JSON'],
    ['{"old":"a","to":"b","file":"c.gif"}', 'has both'],
    ['{"old":["a"],"to":"b"}', 'no text'],
    ['https://gph.is/g/4VBY7qD,b', 'is an address of GIPHY that has no id'],
    ['https://media.tenor.com/xAAAAC/cat.gif,b', 'is an address of Tenor that has no id'],
    ['https://giphy.com/gifs/abc,b,tenor', 'is of giphy, and its source says tenor'],
    ['https://example.com/cat,b', 'is no id, and no address'],
    ['<b>no</b>,b', 'is a snippet without an address'],
    ['a,https://giphy.com/gifs/abc', 'leads to an address that is none of an item of ours'],
    ['a,what is this', 'leads to what is no id'],
    [`a,${'b'.repeat(LIST_MAX.line)}`, 'is longer than'],
  ])('%s is a bad line', (line, why) => {
    expect(read(line)).toEqual({ rows: [], bad: [{ line: 1, why: expect.stringContaining(why) }] })
  })

  it('needs to be told where an id alone is from', () => {
    expect(readRows('abc,new1').bad).toEqual([{ line: 1, why: expect.stringContaining('--source') }])
  })

  it('takes an old id once', () => {
    const { rows, bad } = read('a,new1\na,new2\na,new3,giphy')
    expect(rows).toHaveLength(2)
    expect(bad).toEqual([{ line: 2, why: 'the same old id is in line 1' }])
  })

  it('has at most 100,000 lines', () => {
    expect(() => read('a\n'.repeat(LIST_MAX.lines + 1))).toThrow('at most 100000 lines')
  })

  it('T37: reads hostile lines at once', () => {
    const started = performance.now()
    for (const sign of ['"', '<src=', '""', 'a-', '/', 'src="', '{'])
      read(`${sign.repeat(8000 / sign.length)},b`)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
