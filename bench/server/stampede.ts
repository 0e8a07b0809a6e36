import type { Figure } from '../figure.ts'
import { withConnections } from './connection.ts'
import type { ServerRig } from './rig.ts'
import { coldEmbed } from './targets.ts'

const CROWD = 200
const ID = 'ColdStampede'

/** Many clients request one uncached GIF at once: the provider must get one request, and every client its page. */
export async function stampede({ servers, callsOf }: ServerRig): Promise<Figure[]> {
  const {
    requests: [request = Buffer.alloc(0)],
    status,
  } = coldEmbed(ID)
  const results = await withConnections(servers.product.port, CROWD, (connections) =>
    Promise.allSettled(connections.map((connection) => connection.send(request))),
  )
  const good = results.filter((result) => result.status === 'fulfilled' && result.value.status === status)
  const what = `${CROWD} cold requests at once`
  return [
    { what, unit: 'upstream calls', value: await callsOf(`/v1/gifs/${ID}`), budget: { max: 1 } },
    { what, unit: 'failed', value: CROWD - good.length, budget: { max: 0 } },
  ]
}
