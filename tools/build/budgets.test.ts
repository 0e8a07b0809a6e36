import { describe, expect, it } from 'vitest'
import { rowsOver } from './budgets.ts'

describe('a table of sizes', () => {
  it('says which rows are over their budgets', () => {
    const table = [
      'island grid, br   5.00 KB   83 % of 6 KB',
      'island player, br   4.10 KB  103 % of 4 KB  OVER',
    ]
    expect(rowsOver(table.join('\n'))).toEqual([table[1]])
  })
})
