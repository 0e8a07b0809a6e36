/** What a report is about: our own failure, a refused request, or a page in a visitor's browser. */
export type Level = 'error' | 'warning' | 'browser'

/**
 * Reports a second, by level: together the 10 of §9. `alike` is the share of one status and route, so that a route which
 * fails all the time leaves room for another.
 */
export const BUDGETS: Readonly<Record<Level, { total: number; alike: number }>> = {
  error: { total: 5, alike: 2 },
  warning: { total: 3, alike: 2 },
  browser: { total: 2, alike: 2 },
}

/** Routes are few, methods too: this bound is for the day that one of them is not. */
const MAX_NAMES = 100

export type Budgets = {
  /** Whether a report may leave now. One that may not is counted by its level and `about`. */
  take(level: Level, about: string): boolean
  /** How many reports were dropped since the last look, by `level: about`. */
  dropped(): Record<string, number>
}

/** Each level has its own budget: no flood of one can use up another's (`docs/threats.md`, T46). */
export function createBudgets(now: () => number): Budgets {
  let recent: { at: number; level: Level; about: string }[] = []
  const dropped = new Map<string, number>()

  return {
    take(level, about) {
      const at = now()
      recent = recent.filter((each) => at - each.at < 1000)
      const sameLevel = recent.filter((each) => each.level === level)
      const alike = sameLevel.filter((each) => each.about === about)
      if (sameLevel.length < BUDGETS[level].total && alike.length < BUDGETS[level].alike) {
        recent.push({ at, level, about })
        return true
      }
      const named = `${level}: ${about}`
      const name = dropped.has(named) || dropped.size < MAX_NAMES ? named : `${level}: others`
      dropped.set(name, (dropped.get(name) ?? 0) + 1)
      return false
    },
    dropped() {
      const counts = Object.fromEntries(dropped)
      dropped.clear()
      return counts
    },
  }
}
