import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dropHalfStored } from './library/half-stored.ts'
import { type Ingest, type IngestOutcome, ingestFile } from './library/ingest-file.ts'
import { openLibrary } from './library/open-library.ts'
import { printable } from './library/printable.ts'
import { openWorkplace } from './library/workplace.ts'

/** `npm run ingest -- DIR [--username NAME]`: puts a folder of GIF, WebP, APNG and MP4 files into the library. */
const USAGE = 'usage: npm run ingest -- DIR [--username NAME] [--config FILE] [--state DIR]'

type Options = { username?: string; config?: string; state?: string }

function readArguments(): Options & { folder: string } {
  const text = { type: 'string' } as const
  const options = { username: text, config: text, state: text }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [folder] = positionals
  if (!folder) throw new Error(USAGE)
  return { ...values, folder }
}

/** The files of a folder by name, without hidden ones (those of a file manager or an editor). */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
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
  const library = await openLibrary({ ...(config && { config }), ...(state && { state }) })
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
  process.exitCode = await ingestFolder(readArguments())
} catch (error) {
  console.error(error instanceof Error ? printable(error.message) : error)
  process.exitCode = 1
}
