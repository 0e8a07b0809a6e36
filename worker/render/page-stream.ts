const encoder = new TextEncoder()

/**
 * Sends a page in parts: the first leaves at once, each next one is drawn when the reader has room for it. Strings into
 * one stream, because React's own stream costs three to four times as much here (`performance.md`, section 1).
 */
export function pageStream(parts: readonly (() => string)[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const part = parts[next++]
      if (part) controller.enqueue(encoder.encode(part()))
      if (next >= parts.length) controller.close()
    },
  })
}
