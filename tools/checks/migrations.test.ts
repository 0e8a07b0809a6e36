import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../steps/run-step.ts'

/** The last migration before deploys could go back. */
const BEFORE_ROLLBACK = '0059'

/** What the code before would miss, or could not write any more. */
const BREAKS = [
  /\bDROP TABLE\b/i,
  /\bDROP COLUMN\b/i,
  /\bDROP VIEW\b/i,
  /\bRENAME (TO|COLUMN)\b/i,
  /\bADD COLUMN [^;,]*\bNOT NULL\b(?![^;,]*\bDEFAULT\b)/i,
]

const breaking = (sql: string) => {
  const statements = sql.replace(/--.*$/gm, '')
  return BREAKS.filter((each) => each.test(statements)).map(String)
}

it('no migration breaks the code before it, which goes on until the new one takes over, and after a rollback', () => {
  const folder = join(root, 'migrations')
  const newer = readdirSync(folder).filter(
    (name) => name.endsWith('.sql') && name.slice(0, 4) > BEFORE_ROLLBACK,
  )
  const found = newer.map((name) => [name, breaking(readFileSync(join(folder, name), 'utf8'))] as const)
  expect(found.filter(([, faults]) => faults.length > 0)).toEqual([])
})

it('finds what would break it', () => {
  for (const sql of [
    'DROP TABLE gifs',
    'ALTER TABLE gifs DROP COLUMN title',
    'ALTER TABLE gifs RENAME TO items',
    'ALTER TABLE gifs ADD COLUMN a TEXT NOT NULL',
  ])
    expect([sql, breaking(sql).length]).toEqual([sql, 1])
  expect(breaking("ALTER TABLE gifs ADD COLUMN a TEXT NOT NULL DEFAULT ''; -- DROP TABLE gifs")).toEqual([])
})
