import { describe, expect, it } from 'vitest'
import { csvRows } from './csv.ts'

describe('CSV, which a spreadsheet may read', () => {
  it.each([
    ['cat', '"cat"'],
    [7, '"7"'],
    ['', '""'],
    ['say "cat", twice', '"say ""cat"", twice"'],
    ['=1+1', `"'=1+1"`],
    ['+cmd', `"'+cmd"`],
    ['-2', `"'-2"`],
    ['@sum(a1)', `"'@sum(a1)"`],
    ['\t=1', `"'=1"`],
    ['\r=1', `"'=1"`],
    [' =1', `"' =1"`],
    ['\u0000=1', `"'=1"`],
    ['＝1', `"'＝1"`],
    ['=a,"b"', `"'=a,""b"""`],
    ['a\r\nb', '"ab"'],
    ['a=b', '"a=b"'],
  ])('%j is one quoted field, without controls, and no formula', (value, field) => {
    expect(csvRows([[value]])).toBe(`${field}\r\n`)
  })

  it('joins fields and rows as RFC 4180 does', () => {
    expect(
      csvRows([
        ['a', 1],
        ['b', 2],
      ]),
    ).toBe('"a","1"\r\n"b","2"\r\n')
  })
})
