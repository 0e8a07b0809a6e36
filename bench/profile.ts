import { freePort } from '../tools/steps/free-port.ts'
import type { Findings } from './figure.ts'
import { withConnections } from './server/connection.ts'
import { saturate } from './server/load.ts'
import { buildNamed, sourceLookup } from './server/named-build.ts'
import { profiled, timeOfParts } from './server/profile.ts'
import { startStub } from './server/rig.ts'
import { TARGETS } from './server/targets.ts'
import { serveWorkerd } from './server/workerd.ts'

const CONNECTIONS = 16
const WARM_MS = 1500
const PROFILE_MS = 5000

/** Where the time of each target of `server` goes, by V8's profiler in plain workerd: us of each part, per request. */
export async function benchProfile(): Promise<Findings> {
  const stub = await startStub()
  const modules = await buildNamed()
  const sourceOf = sourceLookup(modules)
  const [port, inspector] = [await freePort(), await freePort()]
  const vars = { PROVIDER_URL: stub.url, PROVIDER_KEY: 'bench', PINGBACK_URL: stub.url }
  const stop = await serveWorkerd({ port, ready: '/healthz', modules, vars, queue: 'PINGBACKS', inspector })
  const load = (ms: number, target: (typeof TARGETS)[number]) =>
    withConnections(port, CONNECTIONS, (connections) => saturate(connections, target, ms))
  const rows: Record<string, string | number>[] = []
  try {
    for (const target of TARGETS.filter(({ server }) => server !== 'floors')) {
      await load(WARM_MS, target)
      let requests = 0
      const profile = await profiled(inspector, async () => {
        requests = (await load(PROFILE_MS, target)).requests
      })
      const parts = [...timeOfParts(profile, sourceOf)].map(([part, us]) => [part, us / requests])
      rows.push({ target: target.name, ...Object.fromEntries(parts) })
    }
  } finally {
    await stop()
    await stub.stop()
  }
  return { figures: [], tables: [{ title: 'profile: us per request, without idling', rows }] }
}
