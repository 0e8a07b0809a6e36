import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { sampleBytes } from '../fixtures/library/media-samples.ts'
import { liveBytes } from '../fixtures/live-bytes.ts'
import { tries } from '../fixtures/site/tries.ts'
import { make, type Person, person, prepareWrites, rig, uploadOf } from './write-calls.ts'

prepareWrites()

const KB = 1024
const MB = 1024 * KB
const LIVE_MAX = 90 * MB
const OTHERS = 20
const OTHERS_BYTES = 1.3 * MB
const DECLARED = 25 * MB

/** 17 KB/s: more than the least rate of a large body. */
const DRIP = { bytes: 4352, ms: 250 }

const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\n'

/** Starts an upload of 25 MB by hand. @param now how much of it comes at once. */
function begin(who: Person, now: number) {
  const socket = connect(Number(new URL(rig.base).port), '127.0.0.1')
  const headers = {
    Host: new URL(rig.base).host,
    Origin: rig.base,
    ...who.headers,
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': String(DECLARED),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /v1/gifs HTTP/1.1\r\n${lines.join('')}\r\n`)
  if (now > 0) socket.write(HEAD)
  if (now > 0) socket.write(Buffer.concat([sampleBytes('gif'), Buffer.alloc(now)]))
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  return { socket, status: () => /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'open' }
}

type Begun = ReturnType<typeof begin>

const drip = (begun: Begun) => {
  const timer = setInterval(() => begun.socket.write(Buffer.alloc(DRIP.bytes)), DRIP.ms)
  begun.socket.once('close', () => clearInterval(timer))
  return begun
}

/** How a body keeps an isolate waiting. */
const BODIES: Record<string, (who: Person) => Begun> = {
  'at 17 KB/s': (who) => drip(begin(who, DRIP.bytes)),
  '4 MB, then at 17 KB/s': (who) => drip(begin(who, 4 * MB)),
  'announced, then silent': (who) => begin(who, 0),
  'broken off after 2 MB': (who) => {
    const begun = begin(who, 2 * MB)
    setTimeout(() => begun.socket.destroy(), 300)
    return begun
  },
}

/** Does as a refusal for want of room says, once: how many get through in 25 s is the machine's affair. */
async function makeAgain(write: Parameters<typeof make>[0]) {
  const first = await make(write)
  return first.status === 503 ? make(write) : first
}

/** The most that lived while some work was done. */
async function mostLive(work: Promise<unknown>): Promise<number> {
  let most = 0
  let isDone = false
  const end = () => {
    isDone = true
  }
  void work.then(end, end)
  do most = Math.max(most, await liveBytes(rig.inspector, rig.base))
  while (!isDone)
  return most
}

it('T61: a body that is slow, announced or broken off keeps no other out, and memory stays in its bounds', async ({
  task,
}) => {
  const table: string[] = []
  tries(task, 2 * Object.keys(BODIES).length * OTHERS)
  for (const [what, start] of Object.entries(BODIES)) {
    for (const of of ['20 people', 'the same person'] as const) {
      const slow = await person()
      const others = await Promise.all(
        Array.from({ length: OTHERS }, () => (of === '20 people' ? person() : slow)),
      )
      const { requests } = rig.points.d1
      const begun = start(slow)
      // The Worker has its head, and asks who it is.
      await expect.poll(() => rig.points.d1.requests).toBeGreaterThan(requests)
      const began = performance.now()
      const uploads = Promise.all(others.map((who) => makeAgain(uploadOf(who, OTHERS_BYTES))))
      const most = await mostLive(uploads)
      const refused = (await uploads).filter(({ status }) => status >= 300)
      const taken = OTHERS - refused.length
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      table.push(
        `${what.padEnd(24)}${of.padEnd(18)}${taken} of ${OTHERS} in ${seconds} s, ${(most / MB).toFixed(1)} MB live, itself ${begun.status()}`,
      )
      begun.socket.destroy()
      expect([what, of, refused.map(({ status, text }) => `${status} ${text}`)]).toEqual([what, of, []])
      expect(most).toBeLessThanOrEqual(LIVE_MAX)
    }
  }
  console.log(table.join('\n'))
}, 300_000)

it('T61: many bodies that stop before their end take no more than their bounds', async ({ task }) => {
  const bodies = 30
  tries(task, bodies)
  const { requests } = rig.points.d1
  const begun = await Promise.all(Array.from({ length: bodies }, async () => begin(await person(), 4.9 * MB)))
  await expect
    .poll(() => rig.points.d1.requests, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(requests + bodies)
  const oneEnds = async () => {
    await expect.poll(() => begun.some(({ status }) => status() !== 'open'), { timeout: 40_000 }).toBe(true)
  }
  const most = await mostLive(oneEnds())
  console.log(`${bodies} bodies of 4.9 MB: ${(most / MB).toFixed(1)} MB live`)
  for (const { socket } of begun) socket.destroy()
  expect(most).toBeLessThanOrEqual(LIVE_MAX)
  expect((await make(uploadOf(await person(), OTHERS_BYTES))).status).toBe(200)
}, 120_000)
