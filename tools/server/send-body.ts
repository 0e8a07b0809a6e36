import type { ClientRequest, IncomingMessage } from 'node:http'

/** Bytes of a body that is sent with its headers. */
const SMALL_BYTES = 16 * 1024

/** Bytes of a body, as announced. */
export const bodyBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY

const isLarge = (incoming: IncomingMessage): boolean => bodyBytes(incoming) > SMALL_BYTES

/**
 * What a request says of its body, besides its length: a larger one waits until the runtime wants it. The runtime closes its socket
 * behind a refusal, and what is sent then loses that. https://www.rfc-editor.org/rfc/rfc9110#field.expect
 */
export const bodyFields = (incoming: IncomingMessage): string[] => [
  ...(incoming.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']),
  ...(isLarge(incoming) ? ['Expect', '100-continue'] : []),
]

/** Sends the body of a request, unless it is answered without. */
export function sendBody(incoming: IncomingMessage, outgoing: ClientRequest): void {
  // A refusal may come before all has been read: who has not sent the rest would not hear it.
  outgoing.on('close', () => incoming.unpipe(outgoing).resume())
  if (!isLarge(incoming)) return void incoming.pipe(outgoing)
  outgoing.flushHeaders()
  outgoing.once('continue', () => incoming.pipe(outgoing))
  const leave = () => {
    if (!outgoing.writableFinished) outgoing.destroy()
  }
  outgoing.once('response', (answer) => answer.once('end', leave))
}
