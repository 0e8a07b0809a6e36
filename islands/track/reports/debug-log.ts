type DebugLog = (topic: string, ...details: unknown[]) => void

/** Says in the console what the page does, and when (seconds since it began); for a page whose query asks for it. */
export const createDebugLog =
  (now = () => performance.now()): DebugLog =>
  (topic, ...details) =>
    console.info(`loopframe ${(now() / 1000).toFixed(2)} s: ${topic}`, ...details)
