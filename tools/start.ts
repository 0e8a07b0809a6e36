/** `npm start`: builds, prepares the local library once, and runs the product on http://localhost:8787. */
import { spawn } from 'node:child_process'
import { buildOnce, prepareLibrary } from './steps/local-library.ts'
import { printAddresses } from './steps/print-addresses.ts'
import { binOf, root } from './steps/run-step.ts'

const DEFAULT_PORT = '8787'

const args = process.argv.slice(2)
const at = args.indexOf('--port')
const port = at < 0 ? DEFAULT_PORT : (args[at + 1] ?? DEFAULT_PORT)

await buildOnce()
await prepareLibrary()

const wrangler = [
  binOf('wrangler'),
  'dev',
  ...(at < 0 ? ['--port', port] : []),
  '--show-interactive-dev-session=false',
  ...args,
]
const server = spawn(process.execPath, wrangler, { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
await printAddresses(`http://localhost:${port}`)
