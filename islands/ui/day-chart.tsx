type Props = {
  /** A number for each day, the oldest first. */
  days: readonly { day: string; value: number }[]
  /** What it shows, for who does not see it: a table below has the numbers. */
  label: string
}

const WIDTH = 720
const HEIGHT = 160

/** Numbers by day as bars. It needs no script; its color is the text's. */
export function DayChart({ days, label }: Props) {
  const most = Math.max(1, ...days.map(({ value }) => value))
  const step = WIDTH / Math.max(1, days.length)
  return (
    <svg className="day-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {days.map(({ day, value }, at) => {
        const height = Math.round((value / most) * (HEIGHT - 2) * 100) / 100
        return (
          <rect
            key={day}
            x={Math.round((at * step + step * 0.1) * 100) / 100}
            y={HEIGHT - height - 1}
            width={Math.round(step * 0.8 * 100) / 100}
            height={height}
            rx={Math.min(3, step * 0.2)}
            fill="currentColor"
          />
        )
      })}
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} stroke="currentColor" strokeOpacity="0.4" />
    </svg>
  )
}
