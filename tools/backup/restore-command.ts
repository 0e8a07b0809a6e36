import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printable } from '../library/printable.ts'
import { baseOf, TOKEN_VARIABLE, takeToken } from '../remote/target.ts'
import { holdServer, markPrepared, OWN } from '../steps/local-library.ts'
import { BackupError } from './archive-names.ts'
import type { End, Manifest } from './manifest.ts'
import { openRemoteBackup } from './remote.ts'
import { restoreBackup } from './restore.ts'
import { restoreTo } from './restore-to.ts'
import { waitAloud } from './wait-aloud.ts'

/** `npm run restore -- FILE [--data DIR] [--replace]`: makes the library of an archive (`docs/backup.md`). */
const USAGE = `usage: npm run restore -- FILE [--data DIR] [--replace]
       ${TOKEN_VARIABLE}=… npm run restore -- FILE --to https://gifs.example.com`

type Place = { file: string; data: string | undefined; to: string | undefined; replace: boolean }

function readArguments(): Place {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        to: { type: 'string' },
        replace: { type: 'boolean', default: false },
      },
    })
    const [file, ...rest] = positionals
    if (!file || rest.length > 0) throw new Error('One file is needed')
    const { data, to, replace } = values
    if (to !== undefined && (data !== undefined || replace))
      throw new Error('--to is for an installation elsewhere, --data and --replace for a library here')
    return { file: resolve(file), data: data && resolve(data), to: to && baseOf(to), replace }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run({ file, data, to, replace }: Place): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}`)
  if (to) {
    const remote = openRemoteBackup({ base: to, token: takeToken(to) }, waitAloud)
    return say(to, await restoreTo(remote, file))
  }
  if (!holdServer(data)) throw new BackupError('A server has this library: stop it first')
  const state = data ?? OWN
  say(state, await restoreBackup({ state, file, replace }))
  if (!data) markPrepared(state)
}

function say(where: string, { manifest, end }: { manifest: Manifest; end: End }): void {
  console.log(
    `${where}: all rows, ${end.files} files of ${Math.ceil(end.bytes / 1e6)} MB, as of ${manifest.made_at}`,
  )
  console.log('API tokens are good as before; people sign in again.')
  const hooks = manifest.tables.webhooks?.rows ?? 0
  if (hooks > 0)
    console.log(`${hooks} webhooks are off: make them anew, since their secrets are in no archive.`)
  if (manifest.secrets.length > 0) console.log(`Secrets to set again: ${manifest.secrets.join(', ')}`)
}

try {
  await run(readArguments())
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n').map(printable).join('\n') : error)
  process.exitCode = 1
}
// A runtime that has ended its work.
process.exit()
