import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchBrowser } from '../client/browser.ts'
import { evaluateInFrame } from '../client/evaluate-in-frame.ts'
import { paints } from '../client/frame-facts.ts'
import { newProfile, SLOW, visit } from '../client/visit.ts'

/** What pages of pictures cost while they play: CPU in % of a core, memory in MB, and paints on slow 4G in ms. */
export type Playing = { renderer: number; gpu: number; memory: number; lcp: number }

type Process = { type: string; id: number; cpuTime: number }

/** Pictures are there, and play, after so many ms; they are watched for as long. */
const SETTLE_MS = 4000
const SLOW_SETTLE_MS = 9000

const processes = async ({ root }: BenchBrowser) =>
  (await root.send<{ processInfo: Process[] }>('SystemInfo.getProcessInfo')).processInfo.filter(({ type }) =>
    /renderer|gpu/i.test(type),
  )

/** KB of a process, with its share of what it shares. */
const pssOf = ({ id }: Process): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0)

/** What a page's frames cost, measured one after the other: playing, and loading on a slow line. */
export async function playing(
  browser: BenchBrowser,
  url: string,
  without: readonly string[],
): Promise<Playing> {
  const before = await processes(browser)
  const known = new Set(before.filter(({ type }) => !/gpu/i.test(type)).map(({ id }) => id))
  const first = await newProfile(browser)
  const visited = await visit(browser, first.browserContextId, url, { settleMs: SETTLE_MS, without })
  const start = await processes(browser)
  await pause(SETTLE_MS)
  const end = (await processes(browser)).filter(({ id }) => !known.has(id))
  const shareOf = (type: RegExp) =>
    end
      .filter((one) => type.test(one.type))
      .reduce(
        (sum, { id, cpuTime }) => sum + cpuTime - (start.find((one) => one.id === id)?.cpuTime ?? 0),
        0,
      ) *
    (100_000 / SETTLE_MS)
  const cost = {
    renderer: shareOf(/renderer/i),
    gpu: shareOf(/gpu/i),
    memory: end.reduce((sum, one) => sum + pssOf(one), 0) / 1024,
  }
  await visited.leave()
  await first.dispose()

  const second = await newProfile(browser)
  const options = { device: SLOW, settleMs: SLOW_SETTLE_MS, without }
  const slow = await visit(browser, second.browserContextId, url, options)
  const seen = await Promise.all(slow.frames.map((frame) => evaluateInFrame(frame, paints)))
  await slow.leave()
  await second.dispose()
  // A frame out of view paints nothing.
  const lcp = Math.max(...seen.map((one) => one.lcp ?? 0).filter((time) => time > 0))
  return { ...cost, lcp }
}
