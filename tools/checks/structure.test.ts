import { describe, expect, it } from 'vitest'
import { findFaults } from './structure.ts'

const ROOMS = {
  'app/main.ts': ['app/shop', 'lib'],
  'app/shop': ['lib'],
  lib: [],
}

/** What is wrong in a repository that keeps the rules, but for these files. */
function faultsOf(changed: Record<string, string>, rooms: Record<string, string[]> = ROOMS) {
  const files: Record<string, string> = {
    'app/main.ts': "import { shop } from './shop/shop.ts'\nimport { log } from '../lib/log.ts'\n",
    'app/shop/shop.ts': "import {\n  log,\n} from '../../lib/log.ts'\nimport { h } from 'hono/html'\n",
    'lib/log.ts': "import * as v from 'valibot'\n",
    ...changed,
  }
  const repository = { paths: Object.keys(files), read: (path: string) => files[path] ?? '' }
  return findFaults(repository, rooms, { app: ['hono'], lib: ['valibot'] })
}

describe('arrows', () => {
  it('are kept: nothing to say', () => {
    expect(faultsOf({})).toEqual([])
  })

  it.each([
    ['an import', "import { shop } from '../app/shop/shop.ts'"],
    ['a type', "import type { Shop } from '../app/shop/shop.ts'"],
    ['an export from there', "export { shop } from '../app/shop/shop.ts'"],
    ['an import that waits', "const shop = () => import('../app/shop/shop.ts')"],
    ['a type in its place', "type Shop = typeof import('../app/shop/shop.ts')"],
    ['an import for its effect', "import '../app/shop/shop.ts'"],
  ])('%s that no arrow allows is named from file to file', (_name, text) => {
    expect(faultsOf({ 'lib/tax.ts': text })).toContain(
      'lib/tax.ts -> app/shop/shop.ts: lib may not import it',
    )
  })

  it('hold for packages', () => {
    expect(faultsOf({ 'lib/tax.ts': "import { Hono } from 'hono'" })).toEqual([
      'lib/tax.ts -> hono: lib may not import it',
    ])
  })

  it('may reach one file of a folder', () => {
    const rooms = { ...ROOMS, 'app/shop': ['lib/log.ts'] }
    const more = { 'lib/tax.ts': '', 'app/shop/cart.ts': "import { tax } from '../../lib/tax.ts'" }
    expect(faultsOf(more, rooms)).toEqual(['app/shop/cart.ts -> lib/tax.ts: app/shop may not import it'])
  })

  it('that nothing needs are named too', () => {
    expect(faultsOf({ 'app/shop/shop.ts': "import { h } from 'hono'" })).toEqual([
      'app/shop -> lib: no import needs this arrow',
    ])
  })

  it('do not bind tests, nor what tests alone use', () => {
    const text = "import { shop } from '../app/shop/shop.ts'\nimport { it } from 'vitest'"
    expect(faultsOf({ 'lib/log.test.ts': text, 'lib/test-stage.ts': text, 'test/a.ts': text })).toEqual([])
  })

  it('need a room for every source', () => {
    expect(faultsOf({ 'misc/thing.ts': '' })).toEqual(['misc/thing.ts: is in no room'])
  })
})

describe('circles', () => {
  const rooms = { app: ['lib'], lib: ['app'] }

  it('of folders are named, though no two files import each other', () => {
    expect(
      faultsOf(
        { 'lib/tax.ts': "import type { Cart } from '../app/shop/cart.ts'", 'app/shop/cart.ts': '' },
        rooms,
      ),
    ).toEqual([
      'app/shop/shop.ts -> lib/log.ts: part of a circle of folders',
      'lib/tax.ts -> app/shop/cart.ts: part of a circle of folders',
    ])
  })

  it('within a room count, and the file beside a folder stands for itself', () => {
    const shop = { 'app/main.ts': "import { shop } from './shop/shop.ts'", 'app/types.ts': '' }
    const types =
      "import type { Shop } from '../types.ts'\nimport { log } from '../../lib/log.ts'\nimport 'hono'"
    const main = "import { main } from '../main.ts'\nimport { log } from '../../lib/log.ts'\nimport 'hono'"
    const one = { app: ['lib'], lib: [] }
    expect(faultsOf({ ...shop, 'app/shop/shop.ts': types }, one)).toEqual([])
    expect(faultsOf({ ...shop, 'app/shop/shop.ts': main }, one)).toEqual([
      'app/main.ts -> app/shop/shop.ts: part of a circle of folders',
      'app/shop/shop.ts -> app/main.ts: part of a circle of folders',
    ])
  })
})
