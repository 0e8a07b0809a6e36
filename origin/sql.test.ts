import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { BitColumn, equal, findRow, insertRow } from './sql.ts'

const statement = (row: unknown) =>
  ({ first: async () => row }) as unknown as ReturnType<D1Database['prepare']>

it('what a row has is in no message', async () => {
  const User = v.object({ email: v.string(), is_public: BitColumn })
  const read = findRow(User, statement({ email: 'ann@example.org', is_public: 'scrypt$1' }))
  await expect(read).rejects.toThrow(/^A row's is_public is no number$/)
  expect(await findRow(User, statement(null))).toBeUndefined()
})

it('values are bound: booleans as 0 and 1, lists as JSON', () => {
  const made: unknown[] = []
  const prepare = (sql: string) => ({ bind: (...values: unknown[]) => made.push(sql, values) })
  insertRow({ prepare } as unknown as D1Database, 'gifs', {
    id: 'a',
    tags: ['x'],
    is_hidden: true,
    user_id: null,
  })
  expect(made).toEqual([
    'INSERT INTO gifs (id, tags, is_hidden, user_id) VALUES (?1, ?2, ?3, ?4)',
    ['a', '["x"]', 1, null],
  ])
  expect(equal(['title', 'is_hidden'], { is_hidden: false })).toEqual({
    terms: ['is_hidden = ?'],
    values: [0],
  })
})
