import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../shared/time.ts'
import { MIGRATIONS } from '../backup/check-archive.ts'
import { makeStores } from '../backup/make-stores.ts'
import { backUpIfDue } from './backups.ts'
import { serverOptions } from './server-arguments.ts'

let data: string

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'loopframe-backups-'))
  const stores = await makeStores(data, MIGRATIONS)
  stores.finish()
}, 60_000)
afterAll(() => rmSync(data, { recursive: true }))

it('a backup is made when it is due, and the oldest beyond those that stay go', async () => {
  const lines: object[] = []
  const folder = join(data, 'backups')
  mkdirSync(folder)
  writeFileSync(join(folder, 'mine.txt'), 'mine')
  let now = Date.parse('2026-11-28T01:00:00Z')
  const round = () =>
    backUpIfDue({
      data,
      everyMs: DAY_MS,
      keep: 2,
      now: () => now,
      log: (_, line) => lines.push(Object(line)),
    })
  for (let day = 0; day < 3; day++) {
    expect(await round()).toBe(now + DAY_MS)
    // A restart makes no other.
    now += DAY_MS - 1000
    expect(await round()).toBe(now + 1000)
    now += 1000
  }
  expect(readdirSync(folder).sort()).toEqual([
    'loopframe-2026-11-29T01-00-00Z.tar.gz',
    'loopframe-2026-11-30T01-00-00Z.tar.gz',
    'mine.txt',
  ])
  expect(lines).toHaveLength(3)
})

it('says how often, and how many stay', () => {
  const given = { data: 'd', host: '', port: '1', 'trust-proxy': '', var: [], keep: '7' }
  const of = (every: string | undefined, keep = '7') =>
    serverOptions({ ...given, 'backup-every': every, keep }, '/').backups
  expect(of(undefined)).toBeUndefined()
  expect(of('24h')).toEqual({ everyMs: DAY_MS, keep: 7 })
  expect(of('30m', '3')).toEqual({ everyMs: 30 * 60_000, keep: 3 })
  for (const wrong of ['24', '0h', '1w', '-1h', '99999d'])
    expect(() => of(wrong)).toThrow('--backup-every takes')
  expect(() => of('1h', '0')).toThrow('--keep takes')
})
