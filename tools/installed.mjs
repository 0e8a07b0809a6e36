import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages of a lockfile by their paths; none where there is no file. */
const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/**
 * What a folder's lockfile names, and what of it is not installed. npm itself notes what it has installed, at its end
 * (https://docs.npmjs.com/cli/configuring-npm/package-lock-json#hidden-lockfiles), so an `npm ci` by hand counts too.
 * @param {string} folder
 * @param {boolean} withTools whether devDependencies are needed
 */
export function installedIn(folder, withTools) {
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'))
  const fetched = Object.entries(packagesIn(join(folder, 'package-lock.json'))).filter(
    ([, { integrity }]) => integrity,
  )
  const isThere = ([path, { integrity, optional, devOptional }]) =>
    present[path] ? present[path].integrity === integrity : optional || devOptional
  return {
    isEmpty: Object.keys(present).length === 0,
    hasTools: fetched.some(([path, { dev }]) => dev && path in present),
    missing: fetched.filter((entry) => (withTools || !entry[1].dev) && !isThere(entry)).map(([path]) => path),
  }
}
