import { existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printable } from '../library/printable.ts'
import { baseOf, TOKEN_VARIABLE, takeToken } from '../remote/target.ts'
import { OWN } from '../steps/local-library.ts'
import { BackupError } from './archive-names.ts'
import { writeBackup } from './backup.ts'
import { backupFrom } from './backup-from.ts'
import { openRemoteBackup } from './remote.ts'
import { waitAloud } from './wait-aloud.ts'

/** `npm run backup -- FILE [--data DIR]`: writes a library to one archive, beside its server (`docs/backup.md`). */
const USAGE = `usage: npm run backup -- FILE [--data DIR]
       ${TOKEN_VARIABLE}=… npm run backup -- FILE --from https://gifs.example.com`

function readArguments(): { file: string; data: string | undefined; from: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: 'string' }, from: { type: 'string' } },
    })
    const [file, ...rest] = positionals
    if (!file || rest.length > 0) throw new Error('One file is needed')
    const { data, from } = values
    if (data !== undefined && from !== undefined)
      throw new Error('--data is for a library here, --from for one elsewhere')
    return { file: resolve(file), data: data && resolve(data), from: from && baseOf(from) }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run({ file, data, from }: ReturnType<typeof readArguments>): Promise<void> {
  if (!existsSync(dirname(file))) throw new BackupError(`There is no folder ${dirname(file)}`)
  // What is half is removed when the command is ended.
  process.once('exit', () => rmSync(`${file}.partial`, { force: true }))
  const { files, bytes, missing } = from
    ? await backupFrom(openRemoteBackup({ base: from, token: takeToken(from) }, waitAloud), file)
    : await writeBackup({ state: data ?? OWN, file })
  console.log(`${file}: all rows, ${files} files of ${Math.ceil(bytes / 1e6)} MB`)
  if (missing > 0) console.log(`${missing} files were deleted meanwhile, and are left out`)
  console.log('It has password hashes and email addresses: keep it where nobody else reads it.')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

try {
  await run(readArguments())
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n').map(printable).join('\n') : error)
  process.exitCode = 1
}
