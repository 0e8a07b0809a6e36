const encoder = new TextEncoder()

/**
 * Sends a page whose end waits for a further call, or is made only once the start has left; it must not fail. A stream of
 * strings, because React's own costs three to four times as much here (`docs/measurements.md`, M33).
 */
export function pageStream(start: string, end: () => string | Promise<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(start)),
    async pull(controller) {
      controller.enqueue(encoder.encode(await end()))
      controller.close()
    },
  })
}
