import { attempt } from '../../shared/server/deadline.ts'
import type { Bindings } from '../env.ts'

/** `configured`: it is there, and no call of it is without an effect. */
type BindingState = 'ok' | 'failing' | 'configured' | 'missing'

/** The state of each binding by its name. @param waitUntil of the request that wants to know */
export type BindingStates = (
  waitUntil: (work: Promise<unknown>) => void,
) => Promise<Record<string, BindingState>>

type Probe = (env: Bindings) => Promise<unknown> | undefined

/** The cheapest read of each binding, whose result does not matter; undefined where every call does something. */
const PROBES: Record<keyof Bindings, Probe | undefined> = {
  ASSETS: ({ ASSETS }) => ASSETS?.fetch('https://assets.internal/static/icon.svg', { method: 'HEAD' }),
  CACHE: ({ CACHE }) => CACHE?.get('healthz'),
  DB: ({ DB }) => DB?.prepare('SELECT 1').first(),
  MEDIA: ({ MEDIA }) => MEDIA?.head('healthz'),
  PINGBACKS: ({ PINGBACKS }) => PINGBACKS?.metrics(),
  JOBS: ({ JOBS }) => JOBS?.metrics(),
  PINGBACK_LIMIT: undefined,
  ERROR_LIMIT: undefined,
  GUESS_LIMIT: undefined,
  GUESS_WIDE_LIMIT: undefined,
  ACCOUNT_LIMIT: undefined,
  SESSION_LIMIT: undefined,
  PROVIDER_LIMIT: undefined,
  PROVIDER_WIDE_LIMIT: undefined,
  PROVIDER_TOTAL_LIMIT: undefined,
  UPLOAD_LIMIT: undefined,
  TOTAL_LIMIT: undefined,
  EVENTS: undefined,
  MAIL: undefined,
  IMAGES: undefined,
  VIDEO: undefined,
  AI: undefined,
  VECTORIZE: ({ VECTORIZE }) => VECTORIZE?.describe(),
}

/** ms for all of them, which run side by side. */
const PROBE_MS = 2000
/** ms for which an isolate keeps what it knows: a flood of requests is one probe. */
const KNOWN_MS = 5000

/** Probes the bindings of an isolate. A call that fails, or hangs, is a binding that is failing. */
export function createBindingStates(env: Bindings): BindingStates {
  let known: { at: number; states: Promise<Record<string, BindingState>> } | undefined
  return (waitUntil) => {
    if (known && Date.now() - known.at < KNOWN_MS) return known.states
    const states = probeAll(env)
    // Others wait for it too, and it must not end with the request that began it (`docs/measurements.md`, M1).
    waitUntil(states)
    known = { at: Date.now(), states }
    return states
  }
}

async function probeAll(env: Bindings): Promise<Record<string, BindingState>> {
  const names = Object.keys(PROBES) as (keyof Bindings)[]
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await probe(env, name)])))
}

async function probe(env: Bindings, name: keyof Bindings): Promise<BindingState> {
  const read = PROBES[name]
  if (!env[name]) return 'missing'
  if (!read) return 'configured'
  const found = await attempt(PROBE_MS, async () => ({ value: await read(env) }))
  return found ? 'ok' : 'failing'
}
