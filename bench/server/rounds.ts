import { median } from '../statistics.ts'
import { withConnections } from './connection.ts'
import { atRate, saturate } from './load.ts'
import { cpuMs } from './process-cpu.ts'
import type { Served } from './rig.ts'
import type { MeasuredTarget } from './targets.ts'

const CONNECTIONS = 16
/** Many short rounds, because the machine's other load changes within seconds. */
const ROUNDS = 7
const WARM_MS = 100
const ROUND_MS = 350
/** A rate low enough for every target, so that each request meets an idle process, as in production. */
const EQUAL_RATE = 1000
const EQUAL_MS = 300
const TAIL_ROUNDS = 5
const TAIL_MS = 1000

/** A target and the server that answers it. */
export type Lane = MeasuredTarget & { served: Served }

/** One target's measurements, one per round. */
export type Rounds = { cpuUs: number[]; perSecond: number[]; wrong: number; bytes: number }

/** Measures the lanes in turn, round by round, so that the machine's other load affects all of them alike. */
export async function throughput(lanes: readonly Lane[]): Promise<Map<string, Rounds>> {
  const results = new Map(
    lanes.map(({ name }) => [name, { cpuUs: [], perSecond: [], wrong: 0, bytes: 0 } as Rounds]),
  )
  for (let round = 0; round < ROUNDS; round++) {
    for (const lane of lanes) {
      const { cpuUs, requests, seconds, wrong, bytes } = await oneRound(lane)
      const result = results.get(lane.name)
      result?.cpuUs.push(cpuUs)
      result?.perSecond.push(requests / seconds)
      if (result) Object.assign(result, { wrong: result.wrong + wrong, bytes })
    }
  }
  return results
}

const oneRound = (lane: Lane) =>
  withConnections(lane.served.port, CONNECTIONS, async (connections) => {
    await saturate(connections, lane, WARM_MS)
    const before = cpuMs(lane.served.pid)
    const measured = await saturate(connections, lane, ROUND_MS)
    return { ...measured, cpuUs: ((cpuMs(lane.served.pid) - before) * 1000) / measured.requests }
  })

const latenciesAt = (lane: Lane, rate: number, ms: number): Promise<number[]> =>
  withConnections(lane.served.port, CONNECTIONS, (connections) => atRate(connections, lane, rate, ms))

/** All latencies of each lane at half of its own throughput, by rounds. */
export async function halfLoad(
  lanes: readonly Lane[],
  full: ReadonlyMap<string, Rounds>,
): Promise<Map<string, number[][]>> {
  const results = new Map(lanes.map(({ name }) => [name, [] as number[][]]))
  for (let round = 0; round < TAIL_ROUNDS; round++) {
    for (const lane of lanes) {
      const rate = median(full.get(lane.name)?.perSecond ?? []) / 2
      results.get(lane.name)?.push(await latenciesAt(lane, rate, TAIL_MS))
    }
  }
  return results
}

/**
 * CPU time per request in us at one and the same moderate rate, round by round. At saturation a cheap target is cheaper still, for the
 * process takes many requests at each waking; here all pay for their waking alike.
 */
export async function equalRate(lanes: readonly Lane[]): Promise<Map<string, number[]>> {
  const rounds = new Map(lanes.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < TAIL_ROUNDS; round++) {
    for (const lane of lanes) {
      const before = cpuMs(lane.served.pid)
      const { length } = await latenciesAt(lane, EQUAL_RATE, EQUAL_MS)
      rounds.get(lane.name)?.push(((cpuMs(lane.served.pid) - before) * 1000) / length)
    }
  }
  return rounds
}
