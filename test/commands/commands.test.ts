import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../tools/steps/free-port.ts'
import { root, runNode } from '../../tools/steps/run-step.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { signInByLink } from '../fixtures/site/first-staff.ts'

/** How long a command may take to end all that it started. */
const END = { timeout: 20_000, interval: 100 }

/** Every process's id, its parent's, and whether it still runs: one that has ended waits as a zombie to be read. */
function processes(): { pid: number; parent: number; runs: boolean }[] {
  // A slim container has no `ps`.
  const rows = existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(statOf)
    : execFileSync('ps', ['-A', '-o', 'pid=,stat=,ppid='], { encoding: 'utf8' }).split('\n')
  return rows.map((row) => {
    const [pid, state = 'Z', parent] = row.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), runs: !state.startsWith('Z') }
  })
}

function statOf(pid: string): string {
  try {
    // The name of the program, in brackets, may hold spaces.
    return `${pid} ${readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)}`
  } catch {
    return ''
  }
}

/** A process and all that it started. */
function treeOf(root: number): number[] {
  const all = processes()
  const found = [root]
  for (const parent of found) {
    found.push(...all.filter((one) => one.parent === parent).map(({ pid }) => pid))
  }
  return found
}

const running = (pids: readonly number[]) =>
  processes()
    .filter(({ pid, runs }) => runs && pids.includes(pid))
    .map(({ pid }) => pid)

const started: { npm: number; tree: number[] }[] = []

/** Runs an npm script as a person would; it is up when `/healthz` responds. */
async function run(script: string, ...more: string[]) {
  const port = await freePort()
  const child = spawn('npm', ['run', script, '--', '--port', String(port), ...more], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    // npm leads a group, as in a shell.
    detached: true,
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  const tree = treeOf(child.pid ?? 0)
  started.push({ npm: child.pid ?? 0, tree })
  return { base, npm: child.pid ?? 0, tree, said: () => said }
}

type Server = Awaited<ReturnType<typeof run>>

/** A server that takes seconds to start, and several tests look at before one ends it. */
function sharedServer(before: () => Promise<unknown>): () => Promise<Server> {
  let server: Promise<Server> | undefined
  return () => (server ??= before().then(() => run('serve')))
}
const first = sharedServer(async () => {})
const second = sharedServer(first)

afterAll(async () => {
  const trees = started.flatMap(({ tree }) => tree)
  // Asked to end, they remove their copies of build and library.
  for (const { npm } of started) if (running([npm]).length > 0) process.kill(npm, 'SIGTERM')
  await vi
    .waitFor(() => expect(running(trees)).toEqual([]), END)
    .catch(() => {
      for (const pid of running(trees)) process.kill(pid, 'SIGKILL')
    })
})

async function expectEnded({ npm, tree }: Server, signal: NodeJS.Signals): Promise<void> {
  expect(tree.length).toBeGreaterThan(2)
  process.kill(npm, signal)
  await vi.waitFor(() => expect(running(tree)).toEqual([]), END)
}

describe('commands', () => {
  it('a second server uses a library of its own', async () => {
    const { base, said } = await second()
    expect(said()).toContain('Another server uses the local library')
    const search = await fetch(`${base}/v1/gifs/search?q=happy`)
    expect(((await search.json()) as { data: object[] }).data.length).toBeGreaterThan(0)
  })

  it('a build leaves a running product its files', async () => {
    const { base } = await first()
    const page = await (await fetch(`${base}/`)).text()
    const files = [...page.matchAll(/"(\/static\/[^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files.length).toBeGreaterThan(1)
    expect(await runNode(['build.ts', '--force', '--warn'], { quiet: true })).toBe(0)
    const statuses = await Promise.all(files.map(async (file) => (await fetch(base + file)).status))
    expect(statuses).toEqual(files.map(() => 200))
    expect((await fetch(`${base}/embed/unknown`)).status).toBe(404)
  })

  it.each([
    ['serve', 'SIGINT', first],
    ['serve', 'SIGKILL', second],
    ['start', 'SIGTERM', () => run('start')],
    ['start', 'SIGKILL', () => run('start')],
  ] as const)(
    'npm run %s ends all that it started when npm alone gets %s',
    async (_script, signal, serve) => {
      await expectEnded(await serve(), signal)
    },
  )

  it('a library of one’s own begins empty, with a link that works once, until staff can come back', async () => {
    const folder = temporaryFolder('own')
    const start = () => run('start', '--persist-to', folder)
    const linkOf = ({ said }: Server) =>
      vi.waitFor(
        () => /\/login\?token=([\w-]{43})/.exec(said())?.[1] ?? Promise.reject(new Error(said())),
        END,
      )
    const signIn = ({ base }: Server, token: string) =>
      fetch(`${base}/api/v3/login`, {
        method: 'POST',
        headers: { Origin: base, 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams({ token }),
      })
    const first = await start()
    const before = await linkOf(first)
    const list = (await (await fetch(`${first.base}/v1/gifs/trending`)).json()) as { data: object[] }
    expect(list.data).toEqual([])
    await expectEnded(first, 'SIGTERM')
    const second = await start()
    const token = await linkOf(second)
    expect((await signIn(second, before)).status).toBe(401)
    const user = await signIn(second, token)
    expect([user.status, await user.json()]).toMatchObject([200, { role: 'staff' }])
    expect((await signIn(second, token)).status).toBe(401)
    // Who came and chose no password gets another one.
    await expectEnded(second, 'SIGTERM')
    const third = await start()
    await linkOf(third)
    const headers = await signInByLink(third.base, third.said())
    const body = new URLSearchParams({ current: '', new: 'four words are enough' })
    const chosen = await fetch(`${third.base}/api/v3/password`, { method: 'POST', headers, body })
    expect(chosen.status).toBe(204)
    await expectEnded(third, 'SIGTERM')
    const fourth = await start()
    await vi.waitFor(() => expect(fourth.said()).toContain('/healthz'), END)
    expect(fourth.said()).not.toContain('/login?token=')
  })

  it('npm run serve ends all that it started when npm and its group are killed', async () => {
    const { npm, tree } = await run('serve')
    process.kill(-npm, 'SIGKILL')
    await vi.waitFor(() => expect(running(tree)).toEqual([]), END)
  })

  it.each(['start', 'serve'])('npm run %s says so when its port is taken', async (script) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const child = spawn('npm', ['run', '-s', script, '--', '--port', String(port)], { cwd: root })
    let message = ''
    child.stderr.on('data', (chunk) => (message += chunk))
    const [code] = await once(child, 'exit')
    other.close()
    expect(code).toBe(1)
    expect(message).toContain(`Port ${port} is in use. Choose another: npm `)
  })
})
