import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Ingest, type IngestOutcome, ingestFile } from './library/ingest-file.ts'
import { openLibrary } from './library/open-library.ts'

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

function report(file: string, outcome: IngestOutcome): void {
  if (outcome.kind === 'refused') console.error(`${file}: refused (${outcome.reason}): ${outcome.why}`)
  else if (outcome.kind === 'known') console.log(`${file}: is there already (${outcome.id})`)
  else console.log(`${file}: ${outcome.type} ${outcome.slug}-${outcome.id}`)
}

async function ingestFolder({
  folder,
  username,
  config,
  state,
}: ReturnType<typeof readArguments>): Promise<number> {
  const files = await listFiles(folder)
  const library = await openLibrary({ ...(config && { config }), ...(state && { state }) })
  const workplace = await mkdtemp(join(tmpdir(), 'loopframe-ingest-'))
  const counts = { added: 0, known: 0, refused: 0 }
  try {
    if (username) await checkUser(library, username)
    for (const file of files) {
      const outcome = await ingestFile(
        { library, workplace, ...(username && { username }) },
        join(folder, file),
      )
      counts[outcome.kind]++
      report(file, outcome)
    }
  } finally {
    await rm(workplace, { recursive: true, force: true })
    await library.close()
  }
  console.log(`${counts.added} added, ${counts.known} already there, ${counts.refused} refused`)
  return counts.added === 0 && counts.refused > 0 ? 1 : 0
}

try {
  process.exitCode = await ingestFolder(readArguments())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
