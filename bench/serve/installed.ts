import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { residentBytes } from '../../tools/server/processes.ts'
import { must, root } from '../../tools/steps/run-step.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'

export const MB = 1024 ** 2

export type Server = { child: ChildProcess; base: string; seconds: number; said: () => string }
/** Minutes since the start, and MB. */
export type Sample = { at: number; server: number; runtime: number }

/** The package, installed into an empty folder: how long it took, and what is there. */
export async function install() {
  await must('The package', ['tools/server/pack.ts'])
  const tarball =
    readdirSync(join(root, 'dist')).find((name) => /^loopframe-server-.*\.tgz$/.test(name)) ?? ''
  const folder = temporaryFolder('npx')
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true}')
  const start = performance.now()
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, join(root, 'dist', tarball)], { cwd: folder, stdio: 'ignore' })
  const seconds = (performance.now() - start) / 1000
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  // A file that has two names takes its room once.
  const rooms = new Map(
    files.map((file) => {
      const { ino = 0, blocks = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
      return [ino, blocks * 512]
    }),
  )
  const bytes = [...rooms.values()].reduce((sum, size) => sum + size, 0)
  return { folder, seconds, packages: Object.keys(lock.packages).length, megabytes: bytes / MB }
}

export async function start(folder: string, data: string, port: number, sink: string): Promise<Server> {
  const begun = performance.now()
  const args = ['--data', data, '--port', String(port), '--trust-proxy', '127.0.0.1']
  const vars = ['--var', 'MAKER:off', '--var', `PINGBACK_URL:${sink}`, '--var', 'LOGS:off']
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/loopframe-server/bin.js'), ...args, ...vars],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return { child, base, seconds: (performance.now() - begun) / 1000, said: () => said }
}

/** Signs in by the printed link, as staff, and makes a token. */
export async function tokenOf({ base, said }: Server): Promise<string> {
  while (!said().includes('/login?token=')) await pause(50)
  const link = /\/login\?token=([\w-]{43})/.exec(said())?.[1] ?? ''
  const origin = { Origin: base, 'Sec-Fetch-Site': 'same-origin' }
  const login = await fetch(`${base}/api/v3/login`, {
    method: 'POST',
    headers: origin,
    body: new URLSearchParams({ token: link }),
  })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.split('=')[1] ?? ''
  const made = await fetch(`${base}/api/v3/tokens`, {
    method: 'POST',
    headers: { ...origin, Cookie: cookies.join('; '), 'X-CSRFToken': csrf },
    body: new URLSearchParams([
      ['name', 'bench'],
      ['scopes', 'read'],
      ['scopes', 'upload'],
    ]),
  })
  return ((await made.json()) as { token: string }).token
}

/** What a server says of its processes (`tools/steps/data-folder.ts`). */
export function sampleOf(data: string, at: number): Sample | undefined {
  try {
    const { pid, children = [] } = JSON.parse(readFileSync(join(data, 'lock'), 'utf8'))
    const runtime = children.reduce(
      (sum: number, child: string) => sum + residentBytes(Number.parseInt(child, 10)),
      0,
    )
    return { at, server: residentBytes(pid) / MB, runtime: runtime / MB }
  } catch {
    return undefined
  }
}
