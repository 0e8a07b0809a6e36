import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { type Answer, type Ask, ask } from './reads.ts'

/** ms of a step, in which what is due is sent. */
const STEP_MS = 5
/** ms that what is under way has at the end. */
const PATIENCE_MS = 20_000

/** What came back, and at which ms of the phase it was asked. */
export type Told = Answer & { at: number; user?: string }
/** What was asked for in a phase of so many ms, and what came back, also after it. */
export type Phase = { ms: number; told: Told[] }

export type Crowd = ReturnType<typeof crowdAt>

/** Visitors of a server, who ask for what `next` says. */
export function crowdAt(base: string, next: () => Ask & { user?: string }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4000 })
  let visitors = 0

  async function one(told: Told[], begun: number, wanted = next()): Promise<void> {
    const at = performance.now() - begun
    const { user, ...asked } = wanted
    const answer = await ask(base, asked, visitors++, agent)
    told.push({ ...answer, at, ...(user && { user }) })
  }

  return {
    /** Each item's page and JSON once: what a server that has run for days has in its caches. */
    async all(connections: number, ids: readonly string[]): Promise<void> {
      const paths = ids.flatMap((id) => [`/embed/${id}`, `/v1/gifs/${id}`]).values()
      const loops = Array.from({ length: connections }, async () => {
        for (const path of paths) await one([], 0, { path })
      })
      await Promise.all(loops)
    },
    /** As fast as answers come, on so many connections. */
    async full(connections: number, ms: number): Promise<Phase> {
      const told: Told[] = []
      const begun = performance.now()
      const loops = Array.from({ length: connections }, async () => {
        while (performance.now() - begun < ms) await one(told, begun)
      })
      await Promise.all(loops)
      return { ms, told }
    },
    /** At a rate, however late answers are. */
    async at(perSecond: number, ms: number): Promise<Phase> {
      const told: Told[] = []
      const begun = performance.now()
      let sent = 0
      let under = 0
      for (let now = 0; now < ms; now = performance.now() - begun) {
        for (; sent < (now / 1000) * perSecond; sent++) {
          under++
          void one(told, begun).finally(() => under--)
        }
        await pause(STEP_MS)
      }
      for (let waited = 0; under > 0 && waited < PATIENCE_MS; waited += 50) await pause(50)
      return { ms, told }
    },
    end: () => agent.destroy(),
  }
}

export const isGood = ({ status }: Answer): boolean => status === 200 || status === 204

/** An answer that a visitor may get from a server that has too much to do. */
export const isRefusal = ({ status, retryAfter }: Answer): boolean => status === 503 && Number(retryAfter) > 0

/** Good answers a second, of those that came within the phase. */
export const goodput = ({ told, ms }: Phase): number =>
  (told.filter((one) => isGood(one) && one.at + one.ms <= ms).length / ms) * 1000

/** ms in which a part of what was answered well came back. */
export const lateness = (told: readonly Told[], part: number): number =>
  quantile(
    told.filter(isGood).map(({ ms }) => ms),
    part,
  )

/** What was asked in each second, or in each of a number of ms. */
export function slices({ told }: Phase, ms = 1000): Told[][] {
  const all = Map.groupBy(told, ({ at }) => Math.floor(at / ms))
  return Array.from({ length: Math.max(...all.keys()) + 1 }, (_, at) => all.get(at) ?? [])
}

/** Seconds until all that is asked in one is answered well, in a usual time; `Infinity` where none was. */
export function secondsUntilBack(phase: Phase, usualMs: number): number {
  const seconds = slices(phase)
  const late = seconds.findLastIndex((told) => !told.every(isGood) || lateness(told, 0.99) > usualMs)
  return late === seconds.length - 1 ? Number.POSITIVE_INFINITY : late + 1
}
