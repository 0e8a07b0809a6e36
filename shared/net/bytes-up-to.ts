type Source = Pick<Response, 'headers' | 'body'>

/** Reads a body of at most `maxBytes`. Returns `undefined` for a longer one and cancels the rest. */
export async function bytesUpTo(
  { headers, body }: Source,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel()
    return undefined
  }
  const chunks: Uint8Array[] = []
  let length = 0
  // `Content-Length` may be missing or wrong, so the bytes are counted.
  for (const reader = body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > maxBytes) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
  return joined(chunks, length)
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
