/** §2 The debug log's switch: `?giphy-debug` or `?debug`. */
export const debugWanted = (search: string): boolean => /[?&](giphy-)?debug(?![\w-])/.test(search)

/** Logs to the console what the page does, and when (seconds since it began); for pages with `?debug`. */
export const createDebugLog =
  (now = () => performance.now()) =>
  (topic: string, ...details: unknown[]) =>
    console.info(`loopframe ${(now() / 1000).toFixed(2)} s: ${topic}`, ...details)
