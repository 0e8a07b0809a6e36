import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server as HttpServer, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { isAtWork } from '../../tools/steps/data-folder.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { root, runNode } from '../../tools/steps/run-step.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { signInByLink, tokenByLink } from '../fixtures/site/first-staff.ts'

const run = promisify(execFile)
const PATIENCE = { timeout: 60_000, interval: 100 }

/** The package as `npx` has it: packed, and installed into an empty folder from the registry. */
let installed: string
const servers: ChildProcess[] = []

beforeAll(async () => {
  expect(await runNode(['tools/server/pack.ts'], { quiet: true })).toBe(0)
  const tarball = readdirSync(join(root, 'dist')).find((name) => /^loopframe-server-.*\.tgz$/.test(name))
  const folder = temporaryFolder('npx')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true }))
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quiet, join(root, 'dist', String(tarball))], { cwd: folder })
  installed = join(folder, 'node_modules')
}, 180_000)

afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
})

type Started = { child: ChildProcess; base: string; said: () => string; ended: Promise<unknown> }

/** Starts the package's command on a folder, and waits until it is up. */
async function serve(data: string, ...args: string[]): Promise<Started> {
  const port = await freePort()
  const command = ['--data', data, '--port', String(port), '--var', 'MAKER:off', ...args]
  const child = spawn(process.execPath, [join(installed, 'loopframe-server/bin.js'), ...command], {
    cwd: data,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  servers.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const base = `http://127.0.0.1:${port}`
  await Promise.race([waitUntilUp(`${base}/healthz`), once(child, 'exit')])
  await vi.waitFor(() => expect(said, said).toContain('"kind":"start"'), PATIENCE)
  return { child, base, said: () => said, ended: once(child, 'exit') }
}

const newFolder = () => {
  const folder = join(temporaryFolder('data'), 'data')
  mkdirSync(folder)
  return folder
}

/** What it has said, once that has the link of the first staff. */
async function link({ said }: Started): Promise<string> {
  await vi.waitFor(() => expect(said()).toContain('/login?token='), PATIENCE)
  return said()
}

const tokenOf = async (server: Started) => tokenByLink(server.base, await link(server), ['read', 'upload'])

/** A small GIF that no other number has. */
const square = (number: number) =>
  encodeGif(
    movingSquare({ width: 16 + (number % 50), height: 16, frames: 2, delayMs: 20 + 10 * number }),
    255,
  )

/** @param isStream whether its length is not said before, as of what some proxies pass on */
async function upload(
  base: string,
  token: string,
  number: number,
  isStream = false,
): Promise<string | undefined> {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(square(number))]), 'square.gif')
  form.append('tags', 'square')
  const { body, headers } = new Response(form)
  headers.set('Authorization', `Token ${token}`)
  const sent = isStream ? body : await new Response(body).blob()
  const init = { method: 'POST', body: sent, headers, duplex: 'half' }
  const response = await fetch(`${base}/v1/gifs`, init)
  if (!response.ok) return undefined
  return ((await response.json()) as { data: { id: string } }).data.id
}

it('is installed without the clone, serves an embed of its own library, and makes its renditions', async () => {
  expect(readdirSync(installed)).not.toContain('wrangler')
  const server = await serve(newFolder(), '--var', 'MAKER:on')
  const token = await tokenOf(server)
  const id = await upload(server.base, token, 1)
  expect(await upload(server.base, token, 2, true)).toBeDefined()
  const page = await fetch(`${server.base}/embed/${id}`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`/media/${id}/`)])
  await vi.waitFor(() => expect(server.said()).toMatch(/: \d+ versions in \d+ s/), PATIENCE)
  for (const line of server.said().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual([0, null])
}, 120_000)

it('F39: has what it accepted after a kill, and is one server on its folder', async () => {
  const data = newFolder()
  const sink = await pingbackSink()
  const first = await serve(data, '--trust-proxy', '127.0.0.1', '--var', `PINGBACK_URL:${sink.url}`)
  await expect(
    run(process.execPath, [join(installed, 'loopframe-server/bin.js'), '--data', data, '--port', '1']),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('in use by another server') })
  const token = await tokenOf(first)

  const items = new Map<string, number>()
  const events = new Set<string>()
  let isOver = false
  const uploads = [0, 1, 2].map(async (worker) => {
    for (let n = worker; !isOver; n += 3) {
      const id = await upload(first.base, token, n).catch(() => undefined)
      if (id) items.set(id, n)
    }
  })
  const pings = [0, 1].map(async (worker) => {
    for (let n = worker; !isOver; n += 2) {
      const isKept = await ping(first.base, n).catch(() => false)
      if (isKept) events.add(`user${n}`)
      await pause(5)
    }
  })
  await vi.waitFor(() => {
    expect(items.size).toBeGreaterThan(5)
    expect(events.size).toBeGreaterThan(20)
  }, PATIENCE)
  const lock = JSON.parse(readFileSync(join(data, 'lock'), 'utf8')) as { children: string[] }
  first.child.kill('SIGKILL')
  isOver = true
  await Promise.all([...uploads, ...pings])

  sink.answers()
  const second = await serve(data, '--trust-proxy', '127.0.0.1', '--var', `PINGBACK_URL:${sink.url}`)
  expect(lock.children.filter(isAtWork)).toEqual([])
  for (const [id, number] of items) {
    const item = await fetch(`${second.base}/v1/gifs/${id}`)
    expect(item.status, id).toBe(200)
    const { data } = (await item.json()) as { data: { images: { original: { url: string } } } }
    const file = await fetch(data.images.original.url)
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(square(number))), id).toBe(true)
  }
  await vi.waitFor(() => expect([...events].filter((user) => !sink.arrived.has(user))).toEqual([]), PATIENCE)
  second.child.kill('SIGTERM')
  await second.ended
  sink.server.close()
}, 150_000)

it('lets a request end that is under way, and takes no others', async () => {
  const server = await serve(newFolder())
  const token = await tokenOf(server)
  const file = Buffer.from(square(7))
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')])
  const { hostname, port } = new URL(server.base)
  const slow = request({
    hostname,
    port,
    path: '/v1/gifs',
    method: 'POST',
    headers: {
      Authorization: `Token ${token}`,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': body.length,
    },
  })
  const answer = once(slow, 'response')
  slow.write(body.subarray(0, 50))
  await pause(300)
  server.child.kill('SIGTERM')
  // It says `Connection: close` for a moment before.
  await vi.waitFor(() => expect(fetch(`${server.base}/healthz`)).rejects.toThrow(), PATIENCE)
  slow.end(body.subarray(50))
  const [response] = (await answer) as [{ statusCode: number; resume(): void }]
  expect(response.statusCode).toBe(200)
  response.resume()
  expect(await server.ended).toEqual([0, null])
}, 120_000)

it('hands mails to a mail server, again where it was not taken, and the log has no password', async () => {
  const smtp = await mailServer()
  const url = `smtp://gifs:${PASSWORD}@127.0.0.1:${smtp.port}`
  const server = await serve(newFolder(), '--var', `SMTP_URL:${url}`, '--var', 'MAIL_FROM:gifs@example.test')
  await signInByLink(server.base, await link(server))
  const before = await fetch(`${server.base}/login/check`)
  const cookie = before.headers.getSetCookie().find((each) => each.startsWith('csrftoken=')) ?? ''
  const csrf = cookie.split(';')[0]?.split('=')[1] ?? ''
  const response = await fetch(`${server.base}/api/v3/register`, {
    method: 'POST',
    headers: {
      Origin: server.base,
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `csrftoken=${csrf}`,
      'X-CSRFToken': csrf,
    },
    body: new URLSearchParams({
      username: 'newcomer',
      email: 'new@example.test',
      password: 'four words are enough',
    }),
  })
  expect(response.status).toBeLessThan(300)
  await vi.waitFor(() => expect(smtp.taken).toHaveLength(1), PATIENCE)
  expect(smtp.tries()).toBe(2)
  expect(smtp.taken[0]).toMatch(/^From: "?Loopframe"? <gifs@example\.test>/m)
  expect(smtp.taken[0]).toMatch(/^To: .*new@example\.test/m)
  expect(server.said()).not.toContain(PASSWORD)
  server.child.kill('SIGTERM')
  await server.ended
  smtp.close()
}, 120_000)

const PASSWORD = 'a-password-of-the-mail-server'

/** A pingback service that takes nothing until it is told to. */
async function pingbackSink() {
  const arrived = new Set<string>()
  let isAnswering = false
  const server: HttpServer = createHttpServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    if (!isAnswering) return
    const { events } = JSON.parse(text) as { events: { user_id: string }[] }
    for (const { user_id } of events) arrived.add(user_id)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { server, url, arrived, answers: () => (isAnswering = true) }
}

async function ping(base: string, number: number): Promise<boolean> {
  const response = await fetch(`${base}/v2/pingback`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${number % 200}.${Math.floor(number / 200)}.7`,
    },
    body: JSON.stringify({ events: [{ ts: Date.now(), user_id: `user${number}`, action_type: 'SEEN' }] }),
  })
  return response.ok
}

/** A mail server that refuses the first mail for a while. */
async function mailServer() {
  const taken: string[] = []
  let tries = 0
  const server = createServer((socket) => {
    let isData = false
    let text = ''
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (isData) {
        if (!text.includes('\r\n.\r\n')) return
        isData = false
        tries++
        if (tries > 1) taken.push(text)
        socket.write(tries > 1 ? '250 taken\r\n' : '451 not now\r\n')
        text = ''
        return
      }
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end).toUpperCase()
        text = text.slice(end + 2)
        if (line.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
        else if (line.startsWith('AUTH')) socket.write('235 ok\r\n')
        else if (line === 'DATA') {
          isData = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, taken, tries: () => tries, close: () => server.close() }
}
