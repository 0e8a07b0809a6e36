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
  const worked = await examine({ base, token }, (check, { state, text }) =>
    console.log(`${check.padEnd(10)} ${SAID[state]}${printable(text)}`),
  )
  if (!worked) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
