import { parseArgs } from 'node:util'
import { dropHalfStored } from './library/half-stored.ts'
import type { Ingest } from './library/ingest-file.ts'
import { ingestListing } from './library/ingest-folder.ts'
import { openLocalLibrary } from './library/open-library.ts'
import { printable } from './library/printable.ts'
import { openWorkplace } from './library/workplace.ts'
import { readListing } from './listing/read-listing.ts'
import { sendFolder } from './remote/send-folder.ts'
import { baseOf, TOKEN_VARIABLE, takeToken } from './remote/target.ts'
import { prepareFirst } from './steps/local-library.ts'

/**
 * `npm run ingest -- DIR [--username NAME]`: puts a folder of GIF, WebP, APNG and MP4 files into the local library, with all
 * that its `library.json` or `library.csv` says (`docs/moving.md`).
 * `--to https://gifs.example.com`: into the one there, with an API token in `LOOPFRAME_TOKEN`.
 */
const USAGE = `usage: npm run ingest -- DIR [--username NAME] [--config FILE] [--state DIR]
       ${TOKEN_VARIABLE}=… npm run ingest -- DIR --to https://gifs.example.com`

type Options = { to?: string; username?: string; config?: string; state?: string }

function readArguments(): Options & { folder: string } {
  const text = { type: 'string' } as const
  const options = { to: text, username: text, config: text, state: text }
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [folder, ...rest] = positionals
    if (!folder || rest.length > 0) throw new Error('One folder is needed')
    const { to, ...local } = values
    const [name] = Object.keys(local)
    if (to !== undefined && name)
      throw new Error(`--${name} is for the local library: whose the token is, theirs is what is sent`)
    return { ...local, folder, ...(to !== undefined && { to: baseOf(to) }) }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function checkUser({ db }: Ingest['library'], username: string): Promise<void> {
  const user = await db.prepare('SELECT 1 FROM users WHERE username = ?1').bind(username).first()
  if (!user) throw new Error(`there is no user ${username} in the library`)
}

/** Puts a folder into the local library. @returns the exit code */
async function ingestFolder(place: ReturnType<typeof readArguments>): Promise<number> {
  const { folder, username, config, state } = place
  const listing = await readListing(folder)
  if (!config && !state) await prepareFirst()
  const library = await openLocalLibrary({ ...(config && { config }), ...(state && { state }) })
  try {
    if (username) await checkUser(library, username)
    const dropped = await dropHalfStored(library)
    if (dropped > 0) console.log(`removed what an ended run left of ${dropped} items`)
    const ingest = { library, workplace: openWorkplace(), ...(username && { username }) }
    return await ingestListing(ingest, folder, listing)
  } finally {
    await library.close()
  }
}

// So that what is to be removed at the end is removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

try {
  const place = readArguments()
  const { to, folder } = place
  const run = to ? sendFolder(folder, { base: to, token: takeToken(to) }) : ingestFolder(place)
  process.exitCode = await run
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n').map(printable).join('\n') : error)
  process.exitCode = 1
}
