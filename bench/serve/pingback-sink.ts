import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PingbackSink = Awaited<ReturnType<typeof pingbackSink>>

/** A pingback service that notes whose events arrive. */
export async function pingbackSink() {
  const arrived = new Set<string>()
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    for (const { user_id } of JSON.parse(text).events) arrived.add(user_id)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived }
}
