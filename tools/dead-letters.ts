/** `npm run dead-letters -- list|resend|drop [ID …]`: the pingback events of the local library that did not arrive. */
import { parseArgs } from 'node:util'
import { createOrigins } from '../origin/origins.ts'
import { readConfig } from '../worker/env.ts'
import { dropLetters, listLetters, resendLetters } from '../worker/pingbacks/dead-letters.ts'
import { createForward } from '../worker/pingbacks/forward.ts'
import { createUpstreams } from '../worker/upstreams/upstreams.ts'
import { type Library, openLocalLibrary } from './library/open-library.ts'

const USAGE = 'usage: npm run dead-letters -- list|resend|drop [ID …|all] [--config FILE] [--state DIR]'

type Which = 'all' | number[]

function readArguments() {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { config: text, state: text },
  })
  const [command = '', ...ids] = positionals
  const numbers = ids.map(Number)
  const isAll = ids.length === 0 || (ids.length === 1 && ids[0] === 'all')
  if (!(command in COMMANDS) || !(isAll || numbers.every((id) => Number.isSafeInteger(id) && id > 0))) {
    throw new Error(USAGE)
  }
  // Whoever drops says what.
  if (command === 'drop' && ids.length === 0) throw new Error(USAGE)
  return { command: command as keyof typeof COMMANDS, which: isAll ? ('all' as const) : numbers, ...values }
}

/** Each prints what it did, and returns how many letters it failed for. */
const COMMANDS = {
  async list({ db }: Library, which: Which): Promise<number> {
    const letters = await listLetters(db, which)
    for (const { id, died_at, reason, event } of letters) {
      console.log(`${id}  ${died_at}  ${reason}  ${JSON.stringify(event)}`)
    }
    console.log(`${letters.length} dead letters`)
    return 0
  },
  async resend({ db, vars }: Library, which: Which): Promise<number> {
    const config = readConfig(vars)
    const origins = createOrigins({
      DB: db,
      publicUrl: config.PUBLIC_URL,
      mailUrl: config.PUBLIC_URL,
      brand: config.BRAND_NAME,
      build: '',
      mailFrom: config.MAIL_FROM,
      fetchSource: () => Promise.reject(new Error('Nothing is fetched here')),
      waitUntil: () => {},
    })
    const { pingback } = createUpstreams(config, { pingback: origins.pingback })
    const { sent, failed } = await resendLetters(db, createForward(pingback, config.PROVIDER_KEY), which)
    for (const { id, reason } of failed) console.error(`${id}: ${reason}`)
    console.log(`${sent.length} sent, ${failed.length} failed`)
    return failed.length
  },
  async drop({ db }: Library, which: Which): Promise<number> {
    console.log(`${await dropLetters(db, which)} dropped`)
    return 0
  },
}

try {
  const { command, which, config, state } = readArguments()
  const library = await openLocalLibrary({
    ...(config && { config }),
    ...(state && { state }),
    withSecrets: true,
  })
  try {
    process.exitCode = (await COMMANDS[command](library, which)) > 0 ? 1 : 0
  } finally {
    await library.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
