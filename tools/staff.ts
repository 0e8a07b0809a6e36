/**
 * `npm run staff -- you@example.com [--remote] [--url https://gifs.example.com]`: makes somebody staff, by e-mail address or
 * username, and prints a link that signs them in once. `--remote`: in the deployed database.
 */
import { parseArgs } from 'node:util'
import { deployedUrl } from './deploying/deployed-url.ts'
import { openLocalLibrary } from './library/open-library.ts'
import { addStaffLink, staffLink, whoIs } from './library/staff-link.ts'
import { binOf, must } from './steps/run-step.ts'

const USAGE = 'usage: npm run staff -- ADDRESS|USERNAME [--remote] [--url URL] [--state DIR]'
const LOCAL = 'http://localhost:8787'

async function inDeployed(who: ReturnType<typeof whoIs>): Promise<string> {
  const { statements, path } = await staffLink(who)
  const command = ['d1', 'execute', 'DB', '--remote', '--yes', '--command', statements.join(';\n')]
  await must('Writing to the deployed database', [binOf('wrangler'), ...command], { quiet: true })
  return path
}

async function inLocal(who: ReturnType<typeof whoIs>, state: string | undefined): Promise<string> {
  const { db, close } = await openLocalLibrary({ ...(state && { state }) })
  try {
    return await addStaffLink(db, who)
  } finally {
    await close()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean' }, url: { type: 'string' }, state: { type: 'string' } },
  })
  const [text, ...rest] = positionals
  if (text === undefined || rest.length > 0) throw new Error(USAGE)
  const who = whoIs(text)
  const found = values.remote ? await deployedUrl() : LOCAL
  const path = await (values.remote ? inDeployed(who) : inLocal(who, values.state))
  const base = values.url ?? found
  console.log(`Signs in once, within a day:\n  ${new URL(path, base).href}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
