import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of another site (localhost is not 127.0.0.1) with this body. */
export async function hostPage(body: string): Promise<{ url: string; close: () => void }> {
  const icon = '<link rel="icon" href="data:,">'
  const server = createServer((_, response) => {
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(`<!doctype html>${icon}<body>${body}</body>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}
