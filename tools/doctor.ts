/**
 * `npm run doctor -- [URL]`: checks an installation, by default the one that is deployed, else the one that `npm start` runs. With a
 * staff member's API token in `LOOPFRAME_TOKEN` it sees everything; what it writes, it takes back.
 */
import { parseArgs } from 'node:util'
import { deployedUrl } from './deploying/deployed-url.ts'
import { examine } from './deploying/examine.ts'
import { printable } from './library/printable.ts'
import { TOKEN_VARIABLE } from './remote/target.ts'

const LOCAL = 'http://localhost:8787'
/** A script that goes on after 0 goes on where all was looked at, and works. */
const EXIT_CODE = { ok: 0, fault: 1, unknown: 2 } as const
const SAID = { ok: 'OK ', fault: 'TO DO ', unknown: 'not checked: ' } as const

function addressOf(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.username) return url.origin
  throw new Error('usage: npm run doctor -- [https://gifs.example.com]')
}

try {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  if (positionals.length > 1) throw new Error('usage: npm run doctor -- [https://gifs.example.com]')
  const [given] = positionals
  const base = given === undefined ? await deployedUrl().catch(() => LOCAL) : addressOf(given)
  const token = process.env[TOKEN_VARIABLE]?.trim() || undefined
  const state = await examine({ base, token }, (check, { state, text }) =>
    console.log(`${check.padEnd(10)} ${SAID[state]}${printable(text)}`),
  )
  process.exitCode = EXIT_CODE[state]
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
