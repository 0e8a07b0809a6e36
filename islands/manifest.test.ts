import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COPIED, FILES, INLINE, ISLANDS, PAGE_SCRIPTS, PAGE_STYLES, PAGES } from './manifest.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

describe('the islands’ manifest', () => {
  it.each(Object.entries(ISLANDS))(
    '%s is a module that exports its component alone',
    async (_name, { source }) => {
      expect(Object.entries(await import(fromRoot(source)))).toEqual([['default', expect.any(Function)]])
    },
  )

  it('names files that are there', () => {
    const tables = [ISLANDS, PAGES, INLINE, PAGE_SCRIPTS, PAGE_STYLES, FILES]
    const rows = tables.flatMap((table): { source: string }[] => Object.values(table))
    const styles = Object.values(ISLANDS).flatMap(({ style }) => style ?? [])
    const named = [...rows.map(({ source }) => source), ...styles, ...COPIED]
    expect(named.filter((path) => !existsSync(fromRoot(path)))).toEqual([])
  })
})
