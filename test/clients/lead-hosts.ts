import http from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'

const asked = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : String(input))

/**
 * Leads the hosts that clients have in their code to a product, and refuses all others. Only where a connection goes is
 * changed: for Node's clients the socket, of `https` too, and for `fetch` the origin.
 * @returns what undoes it
 */
export function leadHosts(hosts: readonly string[], base: string): () => void {
  const to = new URL(base)
  const agents = [http.globalAgent, https.globalAgent]
  for (const agent of agents) {
    // Sockets that are still open lead to where they were led before.
    agent.destroy()
    agent.createConnection = (options, done) => {
      if (hosts.includes(String(options.host))) return connect({ host: to.hostname, port: Number(to.port) })
      done?.(new Error(`Not led anywhere: ${options.host}`), undefined as never)
      return undefined
    }
  }
  const fetched = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = new URL(asked(input))
    return fetched(hosts.includes(url.host) ? new URL(url.pathname + url.search, to) : input, init)
  }
  return () => {
    globalThis.fetch = fetched
    for (const agent of agents) {
      agent.destroy()
      Reflect.deleteProperty(agent, 'createConnection')
    }
  }
}
