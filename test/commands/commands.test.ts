import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../tools/steps/free-port.ts'
import { root, runNode } from '../../tools/steps/run-step.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'

/** How long a command may take to end all that it started. */
const END = { timeout: 20_000, interval: 100 }

/** Every process below one, with their parents' ids from the system. */
function descendantsOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found) {
    for (const [child = 0, of] of pairs) if (of === parent) found.push(child)
  }
  return found
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A process that has ended stays in the table until its parent has read how.
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()[0] !== 'Z'
  } catch {
    return false
  }
}

const started: number[] = []

/** Runs an npm script as a person would; it is up when `/healthz` responds. */
async function running(script: string, port: number) {
  const child = spawn('npm', ['run', script, '--', '--port', String(port)], { cwd: root, stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  const tree = descendantsOf(child.pid ?? 0)
  started.push(...tree)
  return { base, npm: child.pid ?? 0, tree }
}

afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
})

describe('commands', () => {
  it.each([
    ['start', 'SIGTERM'],
    ['serve', 'SIGTERM'],
    ['serve', 'SIGINT'],
    ['serve', 'SIGKILL'],
  ] as const)('npm run %s ends all that it started when npm alone gets %s', async (script, signal) => {
    const { npm, tree } = await running(script, await freePort())
    expect(tree.length).toBeGreaterThan(2)
    process.kill(npm, signal)
    await vi.waitFor(() => expect(tree.filter(isAlive)).toEqual([]), END)
  })

  it('a build leaves a running product its files', async () => {
    const { base } = await running('serve', await freePort())
    const page = await (await fetch(`${base}/`)).text()
    const files = [...page.matchAll(/"(\/static\/[^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files.length).toBeGreaterThan(1)
    expect(await runNode(['build.ts', '--force'], { quiet: true })).toBe(0)
    const statuses = await Promise.all(files.map(async (file) => (await fetch(base + file)).status))
    expect(statuses).toEqual(files.map(() => 200))
    expect((await fetch(`${base}/embed/unknown`)).status).toBe(404)
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
