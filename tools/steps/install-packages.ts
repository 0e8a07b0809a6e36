import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Without a network it ends soon, and it removes no package that is there. */
const CAREFULLY = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=10', '--no-remove']

/** Installs packages of Debian, quietly; does nothing where that can't be: elsewhere, or for who isn't root. */
export function installPackages(what: string, packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${what} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...CAREFULLY, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
