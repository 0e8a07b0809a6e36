/**
 * `npm run second-factor -- you@example.com --confirm USERNAME [--remote]`: takes the apps, passkeys and recovery codes that
 * someone has lost off their account, notes it in the audit log, and mails them. `--remote`: in the deployed database.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../worker/env.ts'
import { readDeployConfig } from './deploying/config.ts'
import { deployedUrl } from './deploying/deployed-url.ts'
import { runWrangler } from './deploying/run-wrangler.ts'
import { type Dropping, dropFactors } from './library/drop-factors.ts'
import { openLocalLibrary } from './library/open-library.ts'
import { whoIs } from './library/staff-link.ts'

const USAGE =
  'usage: npm run second-factor -- ADDRESS|USERNAME --confirm USERNAME [--remote] [--url URL] [--state DIR]'
const LOCAL = 'http://localhost:8787'

type Asked = Pick<Dropping, 'who' | 'confirm'> & { url: string | undefined }

/** @returns how many there were */
async function inDeployed({ url, ...asked }: Asked): Promise<number> {
  const { BRAND_NAME: brand } = readConfig(readDeployConfig().vars)
  const sql = dropFactors({ ...asked, brand, url: url ?? (await deployedUrl()) }).join(';\n')
  const { code, output } = await runWrangler(
    'd1',
    'execute',
    'DB',
    '--remote',
    '--yes',
    '--json',
    '--command',
    sql,
  )
  if (code !== 0) throw new Error(output.trim())
  return Number.parseInt(output.split('"factors":')[1] ?? '', 10)
}

async function inLocal({ url = LOCAL, ...asked }: Asked, state: string | undefined): Promise<number> {
  const { db, vars, close } = await openLocalLibrary({ ...(state && { state }) })
  try {
    const sql = dropFactors({ ...asked, brand: readConfig(vars).BRAND_NAME, url })
    const [first] = await db.batch<{ factors: number }>(sql.map((one) => db.prepare(one)))
    return Number(first?.results[0]?.factors)
  } finally {
    await close()
  }
}

try {
  const text = { type: 'string' } as const
  const options = { confirm: text, url: text, state: text, remote: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const { confirm, url, state, remote } = values
  const [named, ...rest] = positionals
  if (named === undefined || rest.length > 0) throw new Error(USAGE)
  const who = whoIs(named)
  if (!confirm) throw new Error(`Add --confirm and the username of the account of ${named}.\n${USAGE}`)
  const asked = { who, confirm, url }
  const count = await (remote ? inDeployed(asked) : inLocal(asked, state))
  if (!count) throw new Error(`The account of ${named} is not called ${confirm}, or has no second factor.`)
  console.log(`${count} taken off: ${confirm} signs in with the password alone, and is mailed.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
