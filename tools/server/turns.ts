/** Ends a turn; further calls do nothing. */
export type EndTurn = () => void

type Options = {
  /** Turns at once. */
  most: number
  /** ms that others wait in line. */
  waitMs: number
  /** ms after which a turn ends by itself: a slow sender must not keep it from others. */
  turnMs: number
}

/** One that waits, since when, in ms. */
type Waiting = { since: number; end: (turn: EndTurn | undefined) => void }

/**
 * Gives so many turns at once. Others wait in line, first come, first served, and not for long: in a longer line more would
 * come than go, and all would wait for nothing.
 */
export function createTurns({ most, waitMs, turnMs }: Options) {
  const line: Waiting[] = []
  let taken = 0
  let timer: NodeJS.Timeout | undefined

  /** Sends away who has waited too long; the first has waited longest. */
  function sendAway(): void {
    clearTimeout(timer)
    const now = performance.now()
    while (line[0] && now - line[0].since >= waitMs) line.shift()?.end(undefined)
    timer = line[0] && setTimeout(sendAway, line[0].since + waitMs - now)
  }

  function begin(): EndTurn {
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(late)
      sendAway()
      const next = line.shift()
      if (next) next.end(begin())
      else taken--
    }
    const late = setTimeout(end, turnMs)
    return end
  }

  return {
    /** Waits for a turn, and returns what ends it; undefined where there is none in time. */
    take(): Promise<EndTurn | undefined> {
      if (taken < most) {
        taken++
        return Promise.resolve(begin())
      }
      return new Promise((end) => {
        line.push({ since: performance.now(), end })
        if (line.length === 1) sendAway()
      })
    },
  }
}
