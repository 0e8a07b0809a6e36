import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Result = { status: number; bytes: number }

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = '0\r\n\r\n'

/**
 * One keep-alive connection that sends prepared bytes and counts the response's bytes. It parses as little as possible:
 * the generator shares the machine with the server that it measures.
 */
export class Connection {
  readonly #socket: Socket
  #settle: { resolve: (result: Result) => void; reject: (error: Error) => void } | undefined
  #head: Buffer | undefined
  #status = 0
  #bytes = 0
  /** Remaining bytes of the body; `Infinity` if it is chunked. */
  #left = 0
  #tail = ''

  constructor(socket: Socket) {
    this.#socket = socket.setNoDelay()
    socket.on('data', (data) => this.#read(data))
    socket.on('error', (error) => this.#settle?.reject(error))
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Connection(socket)
  }

  /** Sends one request and returns its result; one at a time. @throws Error if the connection is or gets closed. */
  async send(request: Buffer): Promise<Result> {
    if (this.#socket.destroyed) throw new Error('the connection is closed')
    this.#head = Buffer.alloc(0)
    this.#bytes = 0
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #read(data: Buffer): void {
    this.#bytes += data.length
    if (this.#head) {
      this.#head = this.#head.length > 0 ? Buffer.concat([this.#head, data]) : data
      const end = this.#head.indexOf(HEAD_END)
      if (end >= 0) this.#readHead(this.#head, end)
    } else {
      this.#readBody(data, 0)
    }
  }

  #readHead(data: Buffer, end: number): void {
    const head = data.toString('latin1', 0, end)
    this.#head = undefined
    this.#tail = ''
    this.#status = Number(head.slice(9, 12))
    const chunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.#left = chunked
      ? Number.POSITIVE_INFINITY
      : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#readBody(data, end + HEAD_END.length)
  }

  // No page here ends a packet with the last chunk's bytes inside its text.
  #readBody(data: Buffer, from: number): void {
    this.#left -= data.length - from
    this.#tail = (this.#tail + data.toString('latin1', Math.max(from, data.length - 5))).slice(-5)
    const done = this.#left === Number.POSITIVE_INFINITY ? this.#tail === LAST_CHUNK : this.#left <= 0
    if (!done) return
    const settle = this.#settle
    this.#settle = undefined
    settle?.resolve({ status: this.#status, bytes: this.#bytes })
  }
}

/**
 * Opens `count` connections to a local server for one use and closes them after it: workerd closes idle ones after some
 * seconds.
 */
export async function withConnections<T>(
  port: number,
  count: number,
  use: (connections: readonly Connection[]) => Promise<T>,
): Promise<T> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)))
  try {
    return await use(connections)
  } finally {
    for (const connection of connections) connection.close()
  }
}
