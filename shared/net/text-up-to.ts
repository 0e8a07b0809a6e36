import { bytesUpTo } from './bytes-up-to.ts'

/** Reads a body as text while it is at most `maxBytes` long; `undefined` when it is longer, and the rest is not read. */
export async function textUpTo(
  source: Pick<Response, 'headers' | 'body'>,
  maxBytes: number,
): Promise<string | undefined> {
  const bytes = await bytesUpTo(source, maxBytes)
  return bytes && new TextDecoder().decode(bytes)
}
