import { existsSync } from 'node:fs'
import { installPackages } from './install-packages.ts'

/** Chromium without a window around its pages: with one, the same tests take nearly twice the CPU. */
const SHELL = '/usr/bin/chromium-headless-shell'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** For a machine without a browser, which may have no fonts either. */
const FONTS = 'fonts-liberation'

const find = (places: readonly string[]) =>
  [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path !== '' && existsSync(path))

/** The browser that benchmarks drive: a whole one. On Debian, as root, it is installed when there is none. */
export const findChromium = (): string => found(find(PLACES) ?? install(PLACES, ['chromium', FONTS]))

/** The browser that tests drive: the headless shell, also where there is a whole one; that one where there is no shell. */
export const findTestBrowser = (): string =>
  found(
    find([SHELL]) ??
      install([SHELL], ['chromium-headless-shell', ...(find(PLACES) ? [] : [FONTS])]) ??
      find(PLACES) ??
      install(PLACES, ['chromium', FONTS]),
  )

function found(path: string | undefined): string {
  if (path !== undefined) return path
  console.error(
    'No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its binary.',
  )
  process.exit(1)
}

/** The browser after these packages were installed; undefined where they can't be. */
function install(places: readonly string[], packages: readonly string[]): string | undefined {
  installPackages('Chromium', packages)
  return find(places)
}
