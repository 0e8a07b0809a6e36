import { type Figure, type FigureTable, type Findings, ofRounds } from '../figure.ts'
import { median, quantile } from '../statistics.ts'
import type { Sample } from './installed.ts'
import { goodput, isGood, isRefusal, lateness, type Phase, secondsUntilBack, slices } from './pressure.ts'

/** As fast as answers come, twice of that, and half of it. */
export type Round = { full: Phase; twice: Phase; half: Phase }

export type Loaded = {
  minutes: number
  /** Requests a second of the mixed load. */
  rate: number
  mixed: Phase
  memory: readonly Sample[]
  spike: Phase
  after: Phase
  rounds: readonly Round[]
  /** Accepted events that never arrived. */
  lost: number
}

/** The part of seconds whose p99 is usual, and what is still usual, in multiples of the worst of those. */
const USUAL = { part: 0.95, times: 1.5 }

const sum = ({ server, runtime }: Sample) => server + runtime
const inMinute = (memory: readonly Sample[], minute: number) =>
  median(memory.filter(({ at }) => Math.floor(at) === minute).map(sum))

/** Answers that are neither good nor, where it is allowed, a refusal. */
const wrongs = ({ told }: Phase, mayRefuse: boolean) =>
  told.filter((one) => !isGood(one) && !(mayRefuse && isRefusal(one)))
const wrong = (phase: Phase, mayRefuse: boolean) => wrongs(phase, mayRefuse).length

/** How many of each kind there are. */
const countsOf = (told: Phase['told']) =>
  Object.entries(Object.groupBy(told, ({ status, user }) => `${user ? 'pingback ' : ''}${status}`)).map(
    ([kind, some]) => `${some?.length} x ${kind}`,
  )

export function loadFindings(loaded: Loaded): Findings {
  const { mixed, memory, spike, after, rounds, lost, minutes } = loaded
  const usual = usualMs(mixed)
  const last = Math.max(0, Math.ceil(minutes) - 1)
  const backs = [after, ...rounds.map(({ half }) => half)].map((phase) => secondsUntilBack(phase, usual))
  const pressed = [spike, ...rounds.map(({ twice }) => twice)]
  const failed = pressed.reduce((all, phase) => all + wrong(phase, true), 0)
  const none = { unit: 'of all', budget: { max: 0 } }
  const figures: Figure[] = [
    {
      what: 'load, mixed: errors',
      value: wrong(mixed, false),
      ...none,
      note: [`${mixed.told.length} requests`, ...countsOf(wrongs(mixed, false))].join(', '),
    },
    {
      what: 'load, mixed: memory in the last minute',
      unit: 'of that after the first',
      value: inMinute(memory, last) / inMinute(memory, Math.min(1, last)),
      budget: { max: 1.2 },
    },
    {
      what: 'load, twice of what it takes: answered well',
      unit: 'of the most',
      ...ofRounds(rounds.map(({ full, twice }) => goodput(twice) / goodput(full))),
      budget: { min: 0.8 },
    },
    { what: 'load, too much: neither answered well nor refused with `Retry-After`', value: failed, ...none },
    {
      what: 'load: seconds until all is as before',
      unit: 's, the longest',
      value: Math.max(...backs),
      budget: { max: 5 },
    },
    { what: 'load: accepted pingbacks that never arrived', value: lost, ...none },
  ]
  return { figures, tables: [phaseTable(loaded), minuteTable(loaded)] }
}

/** The p99 of a second that is as before. */
const usualMs = (phase: Phase): number =>
  USUAL.times *
  quantile(
    slices(phase).map((told) => lateness(told, 0.99)),
    USUAL.part,
  )

function phaseTable({ rate, mixed, spike, after, rounds }: Loaded): FigureTable {
  const all = (kind: keyof Round): Phase => ({
    ms: rounds.reduce((ms, round) => ms + round[kind].ms, 0),
    told: rounds.flatMap((round) => round[kind].told),
  })
  const phases: [string, Phase][] = [
    [`mixed, ${Math.round(rate)} a second`, mixed],
    ['spike, 1,000 connections', spike],
    ['after the spike', after],
    ['as fast as answers come', all('full')],
    ['twice of that', all('twice')],
    ['half of it, after that', all('half')],
  ]
  return {
    title: 'load: what came back',
    rows: phases.map(([phase, found]) => ({
      phase,
      requests: found.told.length,
      'asked a second': (found.told.length / found.ms) * 1000,
      'answered well a second': goodput(found),
      refused: found.told.filter(isRefusal).length,
      wrong: wrong(found, true),
      'p50 ms': lateness(found.told, 0.5),
      'p99 ms': lateness(found.told, 0.99),
    })),
  }
}

const minuteTable = ({ mixed, memory }: Loaded): FigureTable => ({
  title: 'load, mixed: by minute',
  rows: slices(mixed, 60_000).map((told, minute) => {
    const held = memory.filter(({ at }) => Math.floor(at) === minute)
    return {
      minute: minute + 1,
      'p50 ms': lateness(told, 0.5),
      'p99 ms': lateness(told, 0.99),
      errors: told.filter((one) => !isGood(one)).length,
      'Node MB': median(held.map(({ server }) => server)),
      'runtime MB': median(held.map(({ runtime }) => runtime)),
    }
  }),
})
