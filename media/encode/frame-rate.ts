/** The encoder accepts whole frames per second alone. */
const MOST_RATE = 50
/** How much faster or slower an evenly timed clip may run so that no frame has to be written twice. */
const TEMPO = 0.06
/** How far an unevenly timed frame may start from its time. */
const LATE_MS = 12

type Timing = { rate: number; repeats: number[] }

/** Puts each frame on the ticks from the one nearest to its start until the next frame's; one tick at least. */
function onTicks(delaysMs: readonly number[], rate: number): { repeats: number[]; late: number } {
  let [time, spent, late] = [0, 0, 0]
  const repeats = delaysMs.map((delay) => {
    time += delay
    const ticks = Math.max(1, Math.round((time * rate) / 1000) - spent)
    spent += ticks
    late = Math.max(late, Math.abs((spent * 1000) / rate - time))
    return ticks
  })
  return { repeats, late }
}

/** The lowest frame rate that keeps a clip's timing, and how often each frame is written at it. */
export function frameRate(delaysMs: readonly number[]): Timing {
  const mean = delaysMs.reduce((sum, delay) => sum + delay, 0) / delaysMs.length
  const even = Math.min(MOST_RATE, Math.max(1, Math.round(1000 / mean)))
  const isEven = delaysMs.every((delay) => Math.abs(delay - mean) < 1)
  if (isEven && Math.abs((even * mean) / 1000 - 1) <= TEMPO)
    return { rate: even, repeats: delaysMs.map(() => 1) }
  for (let rate = 1; rate < MOST_RATE; rate++) {
    const { repeats, late } = onTicks(delaysMs, rate)
    if (late <= LATE_MS) return { rate, repeats }
  }
  return { rate: MOST_RATE, repeats: onTicks(delaysMs, MOST_RATE).repeats }
}
