import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { changeLibrary } from '../fixtures/library/database.ts'
import { UPSTREAM_KEY } from '../fixtures/same/upstreams.ts'
import { SHARED } from './set-ups.ts'

/** A key that browsers may know: the stub's of the shape. */
export const PUBLIC_KEY = UPSTREAM_KEY

type Asked = { path: string; isBrowser: boolean }

/** The shared product's answers, as a provider's. */
export const sharedAnswer = (path: string): Promise<Response> => fetch(SHARED + path)

/** A provider that notes who calls it, and fails for as long as it is told to. */
async function startProvider() {
  const state = { failing: false, asked: [] as Asked[], answer: sharedAnswer }
  const server = createServer(async ({ url = '/', headers }, response) => {
    // A browser says where a call comes from, and no page can say it wrongly.
    state.asked.push({ path: url, isBrowser: 'origin' in headers && 'sec-fetch-mode' in headers })
    const open = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' }
    const key = new URL(url, SHARED).searchParams.get('api_key')
    if (state.failing || key !== PUBLIC_KEY) return response.writeHead(503, open).end('{}')
    const found = await state.answer(url)
    response.writeHead(found.status, open).end(await found.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { state, url, stop }
}

/** The product before a provider that the browser calls. `gone` was taken down here; the provider has it. */
export async function directProduct(gone: readonly string[], vars: Record<string, string> = {}) {
  const provider = await startProvider()
  const [port, state] = await Promise.all([freePort(), copyLibrary()])
  changeLibrary(
    state,
    gone.map((id) => ["INSERT INTO visibility_log (gif_id, state) VALUES (?1, 'removed')", id]),
  )
  const stop = await serveSimulated({
    port,
    state,
    unlimited: true,
    vars: {
      PROVIDER_URL: provider.url,
      PROVIDER_KEY: PUBLIC_KEY,
      PROVIDER_TERMS: 'direct',
      // Of our items, and of those that each set-up has.
      MEDIA_HOSTS: `${new URL(SHARED).host}, media.giphy.test`,
      ...vars,
    },
  })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return {
    base,
    provider: provider.state,
    async stop() {
      await stop()
      provider.stop()
    },
  }
}
