import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Ends the command with a clear message where somebody listens on the port already. */
export async function assertFree(port: number, command: string): Promise<void> {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) {
    console.error(`Port ${port} is in use. Choose another: ${command} -- --port ${port + 10}`)
    process.exit(1)
  }
  server.close()
  await once(server, 'close')
}
