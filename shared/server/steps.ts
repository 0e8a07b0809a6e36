import { DeadlineError, start } from './deadline.ts'

/** Work within `ms`, as `inTime` has it. */
export type InTime = <T>(ms: number, work: () => Promise<T>) => Promise<T>

/** ms. How long the timer of steps runs at most before it looks which step it is for. */
const LOOK_MS = 2000

/**
 * `inTime` for steps that come one after another, under one timer: to start and clear one costs as much as most steps
 * (`docs/measurements.md`, M58). `end` is called after the last.
 */
export function inSteps(): { inTime: InTime; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let looksAt = Infinity
  let due = Infinity
  let stop = (_reason: DeadlineError): void => {}

  function lookBy(time: number): void {
    if (looksAt <= time) return
    clearTimeout(timer)
    const ms = Math.min(time - Date.now(), LOOK_MS)
    looksAt = Date.now() + ms
    timer = setTimeout(look, ms)
  }

  function look(): void {
    looksAt = Infinity
    if (due <= Date.now()) stop(new DeadlineError())
    else if (due < Infinity) lookBy(due)
  }

  return {
    async inTime(ms, work) {
      const { promise: stopped, reject } = Promise.withResolvers<never>()
      stop = reject
      due = Date.now() + ms
      lookBy(due)
      try {
        return await Promise.race([stopped, start(work)])
      } finally {
        due = Infinity
      }
    },
    end: () => clearTimeout(timer),
  }
}
