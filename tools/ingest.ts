import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dropHalfStored } from './library/half-stored.ts'
import { type Ingest, type IngestOutcome, ingestFile, listFiles } from './library/ingest-file.ts'
import { openLocalLibrary } from './library/open-library.ts'
import { printable } from './library/printable.ts'
import { openWorkplace } from './library/workplace.ts'
import { sendFolder } from './remote/send-folder.ts'
import { baseOf, TOKEN_VARIABLE, takeToken } from './remote/target.ts'
import { prepareFirst } from './steps/local-library.ts'

/**
 * `npm run ingest -- DIR [--username NAME]`: puts a folder of GIF, WebP, APNG and MP4 files into the local library.
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

/** What became of a file, on one line. */
function lineOf(file: string, outcome: IngestOutcome): string {
  if (outcome.kind === 'refused') return printable(`${file}: refused (${outcome.reason}): ${outcome.why}`)
  if (outcome.kind === 'known') return printable(`${file}: is there already (${outcome.id})`)
  return printable(`${file}: ${outcome.type} ${outcome.slug}-${outcome.id}`)
}

/** The exit code: 1 when a file was refused. The refused ones are printed last, where they are found. */
async function ingestFolder(place: ReturnType<typeof readArguments>): Promise<number> {
  const { folder, username, config, state } = place
  const files = await listFiles(folder)
  if (!config && !state) await prepareFirst()
  const library = await openLocalLibrary({ ...(config && { config }), ...(state && { state }) })
  const counts = { added: 0, known: 0, refused: 0 }
  const refused: string[] = []
  try {
    if (username) await checkUser(library, username)
    const dropped = await dropHalfStored(library)
    if (dropped > 0) console.log(`removed what an ended run left of ${dropped} items`)
    const workplace = openWorkplace()
    for (const file of files) {
      const ingest = { library, workplace, ...(username && { username }) }
      const outcome = await ingestFile(ingest, join(folder, file))
      counts[outcome.kind]++
      if (outcome.kind === 'refused') refused.push(lineOf(file, outcome))
      else console.log(lineOf(file, outcome))
    }
  } finally {
    await library.close()
  }
  for (const line of refused) console.error(line)
  console.log(`${counts.added} added, ${counts.known} already there, ${counts.refused} refused`)
  return Number(refused.length > 0)
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
