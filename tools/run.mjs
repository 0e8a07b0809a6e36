// The first step of every command, in plain Node without a dependency: install what the lockfile names when it
// changed, then hand over to the task under the project's own Node (the npm package `node`).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TASKS = {
  start: 'tools/start.ts',
  test: 'tools/test.ts',
  check: 'tools/check.ts',
  build: 'build.ts',
  serve: 'tools/serve.ts',
  bench: 'bench/run.ts',
  deploy: 'tools/deploy.ts',
  ingest: 'tools/ingest.ts',
  seed: 'studio/draw.ts',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const mark = join(root, 'node_modules', '.loopframe-lock')
const node = join(bin, 'node')

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(mark) && readFileSync(mark, 'utf8') === lock && existsSync(node)
if (!installed) {
  console.log('Installing from the lockfile …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('npm ci failed: see its message above.')
    process.exit(1)
  }
  writeFileSync(mark, lock)
}

const [name = '', ...args] = process.argv.slice(2)
const task = TASKS[name]
if (!task) {
  console.error(`No task '${name}'. There are: ${Object.keys(TASKS).join(', ')}`)
  process.exit(2)
}

const env = {
  ...process.env,
  PATH: bin + delimiter + process.env.PATH,
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}
const child = spawn(node, ['--disable-warning=ExperimentalWarning', task, ...args], {
  cwd: root,
  stdio: 'inherit',
  env,
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
