import type { ClientRequest, IncomingMessage } from 'node:http'

/** ms that a larger body waits behind its headers: the runtime closes its socket behind a refusal, and what is sent then loses it. */
const REFUSAL_MS = 30
const SMALL_BYTES = 16 * 1024

/** Bytes of a body, as announced. */
export const bodyBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY

/** Sends the body of a request, unless it is answered without. */
export function sendBody(incoming: IncomingMessage, outgoing: ClientRequest): void {
  // A refusal may come before all has been read: who has not sent the rest would not hear it.
  outgoing.on('close', () => incoming.unpipe(outgoing).resume())
  if (bodyBytes(incoming) <= SMALL_BYTES) return void incoming.pipe(outgoing)
  outgoing.flushHeaders()
  let isAnswered = false
  const pass = () => {
    if (!isAnswered) incoming.pipe(outgoing)
  }
  const waiting = setTimeout(() => setImmediate(pass), REFUSAL_MS)
  const stop = () => {
    isAnswered = true
    clearTimeout(waiting)
  }
  outgoing.once('response', stop).once('close', stop)
  const leave = () => {
    if (!outgoing.writableFinished) outgoing.destroy()
  }
  outgoing.once('response', (answer) => answer.once('end', leave))
}
