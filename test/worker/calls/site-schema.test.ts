import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as decisions from '../../../origin/schema/decisions.ts'
import * as library from '../../../origin/schema/library.ts'
import * as people from '../../../origin/schema/people.ts'
import * as pingbacks from '../../../origin/schema/pingbacks.ts'
import * as stories from '../../../origin/schema/stories.ts'

const TABLES = Object.values<unknown>({
  ...decisions,
  ...library,
  ...people,
  ...pingbacks,
  ...stories,
}).flatMap((each) => (is(each, SQLiteTable) ? [each] : []))

type Column = { name: string; type: string; notnull: number; pk: number; hidden: number }

/** The columns of a table as the migrations made them; generated ones are read by hand-written SQL alone. */
async function migrated(table: string): Promise<Record<string, [type: string, notNull: boolean]>> {
  const { results } = await env.DB.prepare(`PRAGMA table_xinfo(${table})`).all<Column>()
  return Object.fromEntries(
    results
      .filter(({ hidden }) => hidden === 0)
      .map(({ name, type, notnull, pk }) => [name, [type.toLowerCase(), notnull === 1 || pk > 0]]),
  )
}

const declared = (table: SQLiteTable) =>
  Object.fromEntries(
    Object.values(getTableColumns(table)).map((column) => [
      column.name,
      [column.getSQLType(), column.notNull || column.primary],
    ]),
  )

describe('the tables that plain statements use', () => {
  it.each(TABLES.map((table) => [getTableName(table), table] as const))(
    '%s is declared as the migrations made it',
    async (name, table) => {
      expect(declared(table)).toEqual(await migrated(name))
    },
  )

  it('the audit log takes rows, and neither changes nor loses them', async () => {
    await env.DB.prepare(
      "INSERT INTO audit (actor_id, actor, action, target, created_at) VALUES ('1', 'ann', 'hide', 'gif', '2026-11-21T00:00:00Z')",
    ).run()
    for (const sql of ["UPDATE audit SET actor = 'bob'", 'DELETE FROM audit']) {
      await expect(env.DB.prepare(sql).run()).rejects.toThrow('append-only')
    }
  })
})
