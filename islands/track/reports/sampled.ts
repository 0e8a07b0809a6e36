import { ERROR_MONITOR } from '../../../shared/limits.ts'

/** §9 Errors are captured on 1 % of the page loads whose address has no port. `random` is like `Math.random`. */
export const isSampled = (port: string, random: () => number): boolean =>
  port === '' && random() < ERROR_MONITOR.sampleRate
