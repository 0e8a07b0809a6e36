/**
 * `npm start`: builds, prepares the local library once, and runs the product on http://localhost:8787. With `--persist-to DIR`
 * the library is the one in that folder: a new one is empty, and its staff come by the link that is printed.
 * `npm run dev` does the same and builds anew whenever a source changes; the running product takes it over.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { migrate } from './library/migrate.ts'
import { openLocalLibrary } from './library/open-library.ts'
import { addFirstLink, addStaffLink } from './library/staff-link.ts'
import { makersToken } from './making/open-here.ts'
import { OFF, runOwnMaker } from './making/own-maker.ts'
import { takeData } from './steps/data-folder.ts'
import { assertFree } from './steps/free-port.ts'
import { buildOnce, holdServer, prepareLibrary } from './steps/local-library.ts'
import { printAddresses } from './steps/print-addresses.ts'
import { binOf, root, runNode } from './steps/run-step.ts'
import { startSchedule } from './steps/schedule.ts'

const DEFAULT_PORT = '8787'
/** An editor writes several files at once. */
const QUIET_MS = 150
/** How the lines of wrangler’s tables of modules and bindings begin: hundreds, above the addresses that one looks for. */
const TABLES = ['┌', '├', '│', '└', 'env.', 'Binding ', 'Your Worker has access', 'Attaching additional']

const args = process.argv.slice(2).filter((arg) => arg !== '--watch')
const options = { port: { type: 'string' }, 'persist-to': { type: 'string' } } as const
const { values } = parseArgs({ args, options, strict: false })
const port = typeof values.port === 'string' ? values.port : DEFAULT_PORT

/** Builds after a change; one that fails leaves the last good one running. */
function buildOnChange(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const build = () => runNode(['build.ts', '--warn'])
  for (const folder of ['worker', 'origin', 'islands', 'shared', 'static']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(build, QUIET_MS)
    })
  }
}

await assertFree(Number(port), 'npm start')
const persistTo = values['persist-to']
const own = typeof persistTo === 'string' ? resolve(root, persistTo) : undefined
if (own) {
  if (!holdServer(own)) {
    console.error(`${own} is in use by another server.`)
    process.exit(1)
  }
  await takeData(own, Number(port))
}
/** Whether people's accounts are at another site. */
const isElsewhere = args.some((arg) => /\bSITE_URL:./.test(arg))
// Neither needs the other.
const [state] = await Promise.all([own ?? prepareLibrary(), buildOnce()])

/**
 * The staff's link. Into the demo library there is one for each run, that works once: there is no password before they choose
 * one. Into a library of one's own there is one until they can sign in without it.
 */
async function staffPath(): Promise<string | undefined> {
  const library = await openLocalLibrary({ state })
  try {
    if (own) await migrate(library)
    if (isElsewhere) return undefined
    return await (own ? addFirstLink(library.db) : addStaffLink(library.db, 'first'))
  } finally {
    await library.close()
  }
}

const maker = await makersToken()
const wrangler = [
  binOf('wrangler'),
  'dev',
  ...(values.port ? [] : ['--port', port]),
  ...(own ? [] : ['--persist-to', state]),
  // Any free one: another command may have a debugger of its own.
  '--inspector-port=0',
  '--show-interactive-dev-session=false',
  // `?debug` gives timings. A `--var DEBUG:off` of the caller comes later, and wins.
  '--var=DEBUG:on',
  // Mails lead to the address that is printed, whatever the address that a request was sent to (T62).
  `--var=LOCAL_URL:http://localhost:${port}`,
  // They would reach no one: staff find their links in the outbox.
  '--var=MAILS:keep',
  `--var=MAKER_HASH:${maker.vars.MAKER_HASH}`,
  ...args,
]
const path = await staffPath()
const server = spawn(process.execPath, wrangler, { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] })
createInterface({ input: server.stdout }).on('line', (line) => {
  if (!TABLES.some((start) => line.startsWith(start))) console.log(line)
})
let endMaker = async () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await endMaker()
    server.kill(signal)
  })
}
server.on('exit', (code) => process.exit(code ?? 1))
if (process.argv.includes('--watch')) buildOnChange()
/** wrangler has the platform's cron triggers, and leaves them to whoever asks for one. */
const { triggers } = unstable_readConfig({ config: join(root, 'wrangler.toml') })
startSchedule(triggers.crons ?? [], async (cron) => {
  const url = `http://localhost:${port}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`
  await fetch(url).catch(() => {})
})
await printAddresses(`http://localhost:${port}`, { staffPath: path, isDemo: !own })
if (!isElsewhere && !args.some((arg) => arg.includes(OFF)))
  endMaker = runOwnMaker({ base: `http://localhost:${port}`, token: maker.token })
