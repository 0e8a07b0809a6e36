import type { D1Database } from '@cloudflare/workers-types'
import { describe, expect, it } from 'vitest'
import { nearby, readPrimary } from './nearby.ts'

/** A database that notes where each statement was asked; its primary is at `bookmark`. */
function fakeDb() {
  const asked: string[] = []
  const db = {
    bookmark: 'b1',
    withSession: (from: string) => ({
      prepare: (sql: string) => asked.push(`${from}: ${sql}`),
      batch: async () => asked.push(`${from}: batch`),
      getBookmark: () => db.bookmark,
    }),
  }
  return { db, d1: db as unknown as D1Database, asked }
}

describe('reads at the nearest replica', () => {
  it('begin at the primary, and then where this isolate has last seen it', async () => {
    const { db, d1, asked } = fakeDb()
    const near = nearby(d1)
    near?.prepare('one')
    await readPrimary(d1, async (primary) => primary.prepare('log'))
    near?.prepare('two')
    await near?.batch([])
    db.bookmark = 'b2'
    await readPrimary(d1, async (primary) => primary.prepare('log'))
    near?.prepare('three')
    expect(asked).toEqual([
      'first-primary: one',
      'first-primary: log',
      'b1: two',
      'b1: batch',
      'first-primary: log',
      'b2: three',
    ])
  })

  it('know nothing of another database, nor of a read that failed', async () => {
    const { d1, asked } = fakeDb()
    await readPrimary(fakeDb().d1, async () => 1)
    await expect(readPrimary(d1, () => Promise.reject(new Error('D1_ERROR')))).rejects.toThrow('D1_ERROR')
    nearby(d1)?.prepare('one')
    expect(asked).toEqual(['first-primary: one'])
  })

  it('are those of the primary where the database has no sessions', async () => {
    const plain = { prepare: (sql: string) => sql } as unknown as D1Database
    expect(nearby(plain)).toBeUndefined()
    expect(await readPrimary(plain, async (db) => db)).toBe(plain)
  })
})
