import { debugWanted } from './debug-wanted.ts'

export type DebugLog = (topic: string, ...details: unknown[]) => void

/** Says in the console what the page does, and when (seconds since it began); silent unless the query asks for it. */
export const createDebugLog = (search: string, now = () => performance.now()): DebugLog =>
  debugWanted(search)
    ? (topic, ...details) => console.info(`loopframe ${(now() / 1000).toFixed(2)} s: ${topic}`, ...details)
    : () => {}
