import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without a window around its pages, which is half of the work: tests take it where there is one. */
const SHELL = '/usr/bin/chromium-headless-shell'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const find = (places: readonly string[]) =>
  [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path !== '' && existsSync(path))

/** The browser that benchmarks drive: a whole one. On Debian, as root, it is installed when there is none. */
export const findChromium = (): string => found(find(PLACES) ?? install(PLACES, ['chromium']))

/** The browser that tests drive: a headless shell, or a whole one. Installed likewise. */
export function findTestBrowser(): string {
  const places = [SHELL, ...PLACES]
  return found(find(places) ?? install(places, ['chromium-headless-shell']) ?? install(places, ['chromium']))
}

function found(path: string | undefined): string {
  if (path !== undefined) return path
  console.error(
    'No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its binary.',
  )
  process.exit(1)
}

/** The browser after these packages were installed; undefined where they can't be. */
function install(places: readonly string[], packages: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation', ...packages)
  return find(places)
}
