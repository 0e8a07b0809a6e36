import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../tools/steps/free-port.ts'
import type { Findings } from './figure.ts'
import { install, type Sample, sampleOf, start } from './serve/installed.ts'
import { loadFindings, type Round } from './serve/load-findings.ts'
import { libraryOf } from './serve/many.ts'
import { mixOf } from './serve/mix.ts'
import { pingbackSink } from './serve/pingback-sink.ts'
import { type Crowd, crowdAt, goodput, isGood, type Phase } from './serve/pressure.ts'

const ITEMS = 5000
/** Connections at full speed; of a spike, and its ms. */
const FULL = 64
const SPIKE = { connections: 1000, ms: 5000 }
/** Rounds of full speed, twice that, and half of it, with ms of each. */
const ROUNDS = 5
const ROUND_MS = { full: 6000, twice: 10_000, half: 10_000 }
const WARM_MS = 15_000
const SAMPLE_MS = 1000

/**
 * The server for one machine under what visitors ask for: half of what it can take for some minutes, a spike, and twice
 * of what it can take, again and again (M59).
 */
export async function benchLoad(minutes: number): Promise<Findings> {
  const { folder } = await install()
  const { data, ids } = await libraryOf(ITEMS)
  const sink = await pingbackSink()
  const server = await start(folder, data, await freePort(), sink.url)
  const crowd = crowdAt(server.base, mixOf(ids).next)
  const samples: Sample[] = []
  const begun = Date.now()
  const look = setInterval(() => {
    const sample = sampleOf(data, (Date.now() - begun) / 60_000)
    if (sample) samples.push(sample)
  }, SAMPLE_MS)
  try {
    await crowd.all(FULL, ids)
    const rate = goodput(await crowd.full(FULL, WARM_MS)) / 2
    const from = (Date.now() - begun) / 60_000
    const mixed = await crowd.at(rate, minutes * 60_000)
    const memory = samples
      .filter(({ at }) => at >= from)
      .map((sample) => ({ ...sample, at: sample.at - from }))
    const spike = await crowd.full(SPIKE.connections, SPIKE.ms)
    const after = await crowd.at(rate, ROUND_MS.half)
    const rounds = await pressed(crowd)
    const lost = await lostOf(
      [mixed, spike, after, ...rounds.flatMap((round) => Object.values(round))],
      sink.arrived,
    )
    return loadFindings({ minutes, rate, mixed, memory, spike, after, rounds, lost })
  } finally {
    clearInterval(look)
    crowd.end()
    server.child.kill('SIGTERM')
    await once(server.child, 'exit')
  }
}

async function pressed(crowd: Crowd): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const full = await crowd.full(FULL, ROUND_MS.full)
    const most = goodput(full)
    const twice = await crowd.at(2 * most, ROUND_MS.twice)
    rounds.push({ full, twice, half: await crowd.at(most / 2, ROUND_MS.half) })
  }
  return rounds
}

/** Accepted events that never arrived. */
async function lostOf(phases: readonly Phase[], arrived: ReadonlySet<string>): Promise<number> {
  const accepted = phases.flatMap(({ told }) => told.filter(isGood).flatMap(({ user }) => user ?? []))
  const missing = () => accepted.filter((user) => !arrived.has(user)).length
  for (let waited = 0; waited < 60 && missing() > 0; waited++) await pause(1000)
  return missing()
}
