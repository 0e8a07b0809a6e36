import { type Figure, type FigureBudget, type FigureTable, ratioOfRounds } from '../figure.ts'
import { median, quantile, rounded } from '../statistics.ts'
import type { Lane, Rounds } from './rounds.ts'
import { HELLO } from './targets.ts'

/** p99 at half load, in multiples of hello's (`docs/measurements.md`, M30). */
const TAIL_FACTOR = 5

const NONE: Rounds = { cpuUs: [], perSecond: [], wrong: 0, bytes: 0 }

/** Everything that was measured of all lanes, by name. */
type Measured = {
  lanes: readonly Lane[]
  full: ReadonlyMap<string, Rounds>
  equal: ReadonlyMap<string, number[]>
  tails: ReadonlyMap<string, number[][]>
}

/** A target's ratio to its baseline, round by round: CPU per request (saturated and at a fixed rate), and throughput. */
function ratios({ full, equal }: Measured, name: string, yardstick: string = HELLO.name) {
  const least = full.get(yardstick) ?? NONE
  const own = full.get(name) ?? NONE
  return {
    cpu: ratioOfRounds(least.cpuUs, own.cpuUs),
    equal: ratioOfRounds(equal.get(yardstick) ?? [], equal.get(name) ?? []).value,
    rate: ratioOfRounds(own.perSecond, least.perSecond),
  }
}

/** Judged by CPU per request at saturation; by throughput where the system does not report CPU time. */
export function ratioFigures(measured: Measured): Figure[] {
  return measured.lanes
    .slice(1)
    .flatMap((lane) => [
      figure(measured, lane, HELLO.name, 'of hello', lane.budget),
      ...(lane.floor
        ? [figure(measured, lane, lane.floor.name, `of ${lane.floor.name}`, lane.floor.budget)]
        : []),
    ])
}

function figure(
  measured: Measured,
  { name }: Lane,
  yardstick: string,
  unit: string,
  budget?: FigureBudget,
): Figure {
  const { cpu, equal, rate } = ratios(measured, name, yardstick)
  return {
    what: name,
    unit,
    ...(Number.isNaN(cpu.value) ? rate : cpu),
    ...(budget && { budget }),
    note: Number.isNaN(equal) ? 'by throughput' : `${rounded(equal)} at an equal, moderate rate`,
  }
}

const tail = (rounds: readonly number[][] = [], part: number) =>
  rounds.map((latencies) => quantile(latencies, part))

export function tailFigures({ tails }: Measured): Figure[] {
  const hello = tail(tails.get(HELLO.name), 0.99)
  return [...tails]
    .filter(([name]) => name !== HELLO.name)
    .map(([name, rounds]) => ({
      what: `${name}, p99 at half load`,
      unit: "x hello's p99",
      ...ratioOfRounds(tail(rounds, 0.99), hello),
      budget: { max: TAIL_FACTOR },
    }))
}

export const throughputTable = (measured: Measured): FigureTable => ({
  title: 'server: workerd without bindings, 16 connections, medians of interleaved rounds',
  rows: measured.lanes.map(({ name }) => {
    const { cpuUs, perSecond, bytes } = measured.full.get(name) ?? NONE
    const { cpu, equal, rate } = ratios(measured, name)
    return {
      target: name,
      'CPU us/req': median(cpuUs),
      'CPU ratio': cpu.value,
      'CPU us at 1000/s': median(measured.equal.get(name) ?? []),
      'ratio at 1000/s': equal,
      'req/s': median(perSecond),
      'min-max': `${rounded(Math.min(...perSecond))}-${rounded(Math.max(...perSecond))}`,
      'req/s ratio': rate.value,
      bytes,
      'p50 ms at half': median(tail(measured.tails.get(name), 0.5)),
      'p99 ms at half': median(tail(measured.tails.get(name), 0.99)),
    }
  }),
})
