import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COPIED, ENTRIES, ISLANDS, PAGES } from './manifest.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

describe('the islands’ manifest', () => {
  it.each(Object.entries(ISLANDS))(
    '%s is a module that exports its component alone',
    async (_name, { source }) => {
      expect(Object.entries(await import(fromRoot(source)))).toEqual([['default', expect.any(Function)]])
    },
  )

  it('names files that are there', () => {
    const rows = [...Object.values(ISLANDS), ...Object.values(PAGES), ...Object.values(ENTRIES)]
    const styles = Object.values(ISLANDS).flatMap(({ style }) => style ?? [])
    const named = [...rows.map(({ source }) => source), ...styles, ...COPIED]
    expect(named.filter((path) => !existsSync(fromRoot(path)))).toEqual([])
  })
})
