import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyBuild } from '../../tools/steps/serve-simulated.ts'
import { workerModules } from '../../tools/steps/worker-modules.ts'
import { type Figure, ratioOfRounds } from '../figure.ts'
import { helloModules } from './bare-hono.ts'
import { cpuMs, withPid } from './process-cpu.ts'
import { serveWorkerd, type WorkerdOptions } from './workerd.ts'

const ROUNDS = 9
/** ms for the process to count what it has used, and to let other threads end. */
const SETTLE_MS = 100

/** CPU in ms of a workerd from its start until it has answered once. */
async function startCpu(options: Omit<WorkerdOptions, 'port'>): Promise<number> {
  const port = await freePort()
  const { value: stop, pid } = await withPid('workerd', () => serveWorkerd({ ...options, port }))
  await pause(SETTLE_MS)
  const ms = cpuMs(pid)
  await stop()
  return ms
}

/**
 * A cold isolate that answers without drawing, by one with Hono alone, in turn; and by one with Hono that has the product's
 * modules and imports none: the runtime reads them all before it answers.
 */
export async function coldStart(stub: string): Promise<Figure[]> {
  const vars = { PROVIDER_URL: stub, PROVIDER_KEY: 'bench', PINGBACK_URL: stub }
  const modules = workerModules(await copyBuild())
  const [hello] = await helloModules()
  if (!hello) throw new RangeError('Hono is a module')
  const others = modules.map(({ path, name }) => ({ path, name: `unused/${name}` }))
  const lanes = {
    own: { modules, vars, ready: '/v1/gifs/Hot1' },
    hello: { modules: [hello], ready: '/' },
    beside: { modules: [hello, ...others], ready: '/' },
  }
  const found: Record<keyof typeof lanes, number[]> = { own: [], hello: [], beside: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, options] of Object.entries(lanes))
      found[name as keyof typeof lanes].push(await startCpu(options))
  }
  const figure = (unit: string, by: readonly number[]): Figure => ({
    what: 'cold isolate, first answer of the API',
    unit,
    ...ratioOfRounds(found.own, by),
    budget: { max: 1.3 },
  })
  return [figure("of Hono's alone", found.hello), figure("of Hono's, the same modules unused", found.beside)]
}
