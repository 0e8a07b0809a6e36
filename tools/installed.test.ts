import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { installedIn } from './installed.mjs'
import { temporaryFolder } from './steps/temporary-folder.ts'

const LOCK = {
  '': { name: 'loopframe' },
  'node_modules/hono': { integrity: 'sha512-hono' },
  'node_modules/vitest': { integrity: 'sha512-vitest', dev: true },
  'node_modules/node-elsewhere': { integrity: 'sha512-node', optional: true },
  'node_modules/own': { link: true },
}

/** A folder whose lockfile is `LOCK`, and where npm has noted `installed`. */
function folderWith(installed: object | undefined): string {
  const folder = temporaryFolder('installed')
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCK }))
  mkdirSync(join(folder, 'node_modules'))
  if (installed)
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  return folder
}

const { '': _root, 'node_modules/vitest': _vitest, 'node_modules/node-elsewhere': _node, ...product } = LOCK

it.each([
  ['nothing', undefined, false, ['node_modules/hono']],
  ['nothing, and tools are needed', undefined, true, ['node_modules/hono', 'node_modules/vitest']],
  ['what `npm ci` leaves', LOCK, true, []],
  ['the product', product, false, []],
  ['the product, and tools are needed', product, true, ['node_modules/vitest']],
  ['an older version', { 'node_modules/hono': { integrity: 'sha512-old' } }, false, ['node_modules/hono']],
  [
    'an older one that is optional',
    { ...LOCK, 'node_modules/node-elsewhere': { integrity: 'sha512-old' } },
    false,
    ['node_modules/node-elsewhere'],
  ],
])('with %s installed, a command installs only what is missing', (_name, installed, tools, missing) => {
  const found = installedIn(folderWith(installed), tools)
  expect(found).toEqual({
    isEmpty: !installed,
    hasTools: Object.keys(installed ?? {}).includes('node_modules/vitest'),
    missing,
  })
})
