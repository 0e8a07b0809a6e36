const encoder = new TextEncoder()

/**
 * Sends a page whose end waits for a further call: the start leaves at once. A stream of strings, because React's own
 * costs three to four times as much here (`docs/measurements.md`, M33).
 */
export function pageStream(start: string, end: Promise<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(start)),
    async pull(controller) {
      controller.enqueue(encoder.encode(await end))
      controller.close()
    },
  })
}
