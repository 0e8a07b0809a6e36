const encoder = new TextEncoder()

/** A page in the order it is sent; a part may wait for a further call. */
export type PageParts = readonly (() => string | Promise<string>)[]

/**
 * Sends a page in parts: the first leaves at once, each next one is drawn when the reader has room for it. Strings into
 * one stream, because React's own stream costs three to four times as much here (`docs/measurements.md`, M33).
 */
export function pageStream(parts: PageParts): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const send = (text: string) => {
        controller.enqueue(encoder.encode(text))
        if (next >= parts.length) controller.close()
      }
      const text = parts[next++]?.() ?? ''
      // A part that is there is sent in the same turn; only what waits for a further call costs another.
      return typeof text === 'string' ? send(text) : text.then(send)
    },
  })
}
