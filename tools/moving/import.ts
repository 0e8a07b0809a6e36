import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { REDIRECT_SOURCES, type RedirectSource } from '../../shared/schema/own/redirects.ts'
import { dropHalfStored } from '../library/half-stored.ts'
import { openLocalLibrary } from '../library/open-library.ts'
import { printable } from '../library/printable.ts'
import { openWorkplace } from '../library/workplace.ts'
import { openRemote } from '../remote/remote-library.ts'
import { baseOf, TOKEN_VARIABLE, takeToken } from '../remote/target.ts'
import { prepareFirst } from '../steps/local-library.ts'
import { type ImportTarget, importRows } from './import-rows.ts'
import { localPlace, readList, remotePlace } from './places.ts'
import { readRows } from './read-rows.ts'

/**
 * `npm run import -- FILE`: puts old ids, addresses and snippets into the redirect table of the local library
 * (`docs/moving.md`). `--to https://gifs.example.com`: into the one there, with a token of staff in `LOOPFRAME_TOKEN`.
 */
const USAGE = `usage: npm run import -- FILE [--source ${REDIRECT_SOURCES.join('|')}] [--username NAME] [--config FILE] [--state DIR]
       ${TOKEN_VARIABLE}=… npm run import -- FILE --to https://gifs.example.com [--source …]`

/** Bytes of a list. */
const LIST_BYTES = 32 * 1024 * 1024

function readArguments() {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: text, source: text, username: text, config: text, state: text },
    })
    const [file, ...rest] = positionals
    if (!file || rest.length > 0) throw new Error('One file is needed')
    const { to, source, ...local } = values
    const [name] = Object.keys(local)
    if (to !== undefined && name) throw new Error(`--${name} is for the local library`)
    if (source !== undefined && !(REDIRECT_SOURCES as readonly string[]).includes(source))
      throw new Error(`--source takes ${REDIRECT_SOURCES.join(', ')}`)
    return {
      ...local,
      file: resolve(file),
      ...(source !== undefined && { source: source as RedirectSource }),
      ...(to !== undefined && { to: baseOf(to) }),
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

type Options = ReturnType<typeof readArguments> & { to?: string }

/** Works in the library that the options name. */
async function inPlace<T>(
  { to, config, state, username }: Options,
  work: (place: ImportTarget) => Promise<T>,
) {
  const workplace = openWorkplace()
  if (to !== undefined) {
    const wait = async (seconds: number, why: string): Promise<void> => {
      console.log(`waiting ${seconds} s: ${printable(why)}`)
      await pause(seconds * 1000)
    }
    return work(remotePlace(openRemote({ base: to, token: takeToken(to) }, { wait }), workplace))
  }
  if (!config && !state) await prepareFirst()
  const library = await openLocalLibrary({ ...(config && { config }), ...(state && { state }) })
  try {
    await dropHalfStored(library)
    return await work(localPlace(library, workplace, username))
  } finally {
    await library.close()
  }
}

/** The exit code: 1 when a line led nowhere. Those are printed last, where they are found. */
async function run(options: Options): Promise<number> {
  const { rows, bad: unread } = readRows(await readList(options.file, LIST_BYTES), options.source)
  const say = (line: string) => console.log(line)
  const folder = dirname(options.file)
  const { counts, bad } = await inPlace(options, (place) => importRows({ place, folder, say }, rows))
  const all = [...unread, ...bad].sort((one, other) => one.line - other.line)
  for (const { line, why } of all) console.error(printable(`line ${line}: ${why}`))
  console.log(`${counts.added} added, ${counts.known} already there, ${all.length} refused`)
  return Number(all.length > 0)
}

// So that what is to be removed at the end is removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

try {
  process.exitCode = await run(readArguments())
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n').map(printable).join('\n') : error)
  process.exitCode = 1
}
