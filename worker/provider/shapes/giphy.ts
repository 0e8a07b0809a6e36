import { checkedBody, providerRequest } from '../../../shared/client/response.ts'
import { PINGBACK_ID_LENGTH } from '../../../shared/limits.ts'
import { hex } from '../../../shared/net/bytes.ts'
import type { ReadPage } from '../layer.ts'

/** Reads a provider that speaks GIPHY's shape itself. */
export function giphyPages(): ReadPage {
  // §9: random, of 16 characters. Made by the first request: the runtime gives no random numbers before one.
  let pingbackId: string | undefined

  return async function readGiphy(call, input, { base, key, path, send, messageOf }) {
    pingbackId ??= hex(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH / 2)))
    const address = { base, key, pingbackId }
    const response = await send((signal) => providerRequest(address, call, input, signal))
    const { text } = response
    return { text, page: checkedBody(response, text, new URL(base + path).pathname, messageOf) }
  }
}
