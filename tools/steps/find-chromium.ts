import { existsSync } from 'node:fs'
import { installPackages } from './install-packages.ts'

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
  installPackages('Chromium', ['fonts-liberation', ...packages])
  return find(places)
}
