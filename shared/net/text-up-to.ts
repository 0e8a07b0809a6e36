/** Reads a body as text while it is at most `maxBytes` long; `undefined` when it is longer, and the rest is not read. */
export async function textUpTo(response: Response, maxBytes: number): Promise<string | undefined> {
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel()
    return undefined
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // A length may be missing or lie: what comes is counted.
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}
