/** Whether a field of a cron expression has a number: `*`, `5`, `1-5`, each with `/2`, several with commas. */
function has(field: string, value: number, least: number): boolean {
  return field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/')
    const [from, to = from] = range === '*' ? [least, Number.POSITIVE_INFINITY] : range.split('-').map(Number)
    if (from === undefined || to === undefined || value < from || value > to) return false
    return (value - from) % Number(step) === 0
  })
}

/** Whether a cron expression is due in the minute of a time, in UTC as on the platform. */
export function isDue(expression: string, at: Date): boolean {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.split(' ')
  return (
    has(minute, at.getUTCMinutes(), 0) &&
    has(hour, at.getUTCHours(), 0) &&
    has(day, at.getUTCDate(), 1) &&
    has(month, at.getUTCMonth() + 1, 1) &&
    has(weekday, at.getUTCDay(), 0)
  )
}

const MINUTE_MS = 60_000

/**
 * Runs what is due at each minute's beginning. An expression whose last run goes on is left out.
 * @returns what ends it
 */
export function startSchedule(
  expressions: readonly string[],
  run: (cron: string, at: Date) => Promise<unknown>,
): () => void {
  const running = new Set<string>()
  let timer: ReturnType<typeof setTimeout>
  const tick = () => {
    const at = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
    for (const cron of expressions) {
      if (!isDue(cron, at) || running.has(cron)) continue
      running.add(cron)
      void run(cron, at).finally(() => running.delete(cron))
    }
    plan()
  }
  const plan = () => {
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS) + 5)
    timer.unref()
  }
  plan()
  return () => clearTimeout(timer)
}
