import type { Figure, Findings } from './figure.ts'
import { coldStart } from './server/cold-start.ts'
import { withConnections } from './server/connection.ts'
import { firstByte } from './server/first-byte.ts'
import { mediaFindings } from './server/media.ts'
import { type ServerRig, startServerRig } from './server/rig.ts'
import { equalRate, halfLoad, type Lane, throughput } from './server/rounds.ts'
import { ratioFigures, tailFigures, throughputTable } from './server/server-findings.ts'
import { stampede } from './server/stampede.ts'
import { HELLO, TARGETS } from './server/targets.ts'

/** Render, cache and pingback cost under plain workerd, in ratios to a bare Hono hello of the same run; a picture's beside them. */
export async function benchServer(): Promise<Findings> {
  const media = await mediaFindings()
  const rig = await startServerRig()
  try {
    const crowd = await stampede(rig)
    const starts = [...(await firstByte(rig)), ...(await coldStart(rig.stub))]
    const { lanes, absent } = await findLanes(rig)
    const full = await throughput(lanes)
    const equal = await equalRate(lanes)
    const tailed = lanes.filter((lane) => lane.tail)
    const measured = { lanes, full, equal, tails: await halfLoad(tailed, full) }
    const wrong = [...full.values()].reduce((sum, rounds) => sum + rounds.wrong, 0)
    const errors: Figure = {
      what: 'answers with a wrong status',
      unit: 'of all',
      value: wrong,
      budget: { max: 0 },
    }
    return {
      figures: [
        ...ratioFigures(measured),
        ...absent,
        ...tailFigures(measured),
        ...crowd,
        ...starts,
        errors,
        ...media.figures,
      ],
      tables: [throughputTable(measured), ...media.tables],
    }
  } finally {
    await rig.stop()
  }
}

/** Requests each target once, which also fills the cache. Targets with the right status are measured. */
async function findLanes({ servers }: ServerRig): Promise<{ lanes: Lane[]; absent: Figure[] }> {
  const lanes: Lane[] = [{ ...HELLO, served: servers.hello }]
  const absent: Figure[] = []
  for (const target of TARGETS) {
    const served = servers[target.server ?? 'product']
    const result = await withConnections(served.port, 1, async ([connection]) =>
      connection?.send(target.requests[0] ?? Buffer.alloc(0)),
    )
    if (result?.status === target.status) lanes.push({ ...target, served })
    else
      absent.push({
        what: target.name,
        unit: 'of hello',
        value: Number.NaN,
        note: `answered ${result?.status}`,
      })
  }
  return { lanes, absent }
}
