import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printable } from '../library/printable.ts'
import { holdServer, markPrepared, OWN } from '../steps/local-library.ts'
import { BackupError } from './archive-names.ts'
import type { End, Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'

/** `npm run restore -- FILE [--data DIR] [--replace]`: makes the library of an archive (`docs/backup.md`). */
const USAGE = 'usage: npm run restore -- FILE [--data DIR] [--replace]'

function readArguments(): { file: string; data: string | undefined; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: 'string' }, replace: { type: 'boolean', default: false } },
    })
    const [file, ...rest] = positionals
    if (!file || rest.length > 0) throw new Error('One file is needed')
    return { file: resolve(file), data: values.data && resolve(values.data), replace: values.replace }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run({ file, data, replace }: ReturnType<typeof readArguments>): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}`)
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
