import type { Figure } from '../figure.ts'
import { withConnections } from './connection.ts'
import type { ServerRig } from './rig.ts'
import { coldEmbed } from './targets.ts'

const CROWD = 200
const ID = 'ColdStampede'

/** A crowd asks at once for a GIF that nobody has asked for: the provider is asked once, and all get the page. */
export async function stampede({ servers, callsOf }: ServerRig): Promise<Figure[]> {
  const {
    requests: [request = Buffer.alloc(0)],
    status,
  } = coldEmbed(ID)
  const answers = await withConnections(servers.product.port, CROWD, (connections) =>
    Promise.allSettled(connections.map((connection) => connection.ask(request))),
  )
  const good = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === status)
  const what = `${CROWD} cold requests at once`
  return [
    { what, unit: 'upstream calls', value: await callsOf(`/v1/gifs/${ID}`), budget: { max: 1 } },
    { what, unit: 'failed', value: CROWD - good.length, budget: { max: 0 } },
  ]
}
