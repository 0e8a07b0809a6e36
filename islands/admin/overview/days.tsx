import { PINGBACK_ACTIONS, type PingbackAction } from '../../../shared/schema/own/gateway.ts'
import type { Overview } from '../../../shared/schema/own/staff.ts'
import { useAdmin } from '../admin-context.ts'
import { dayText } from '../parts/when.tsx'

type Rows = Overview['days']

const TITLES = { SEEN: 'seen', HOVER: 'hover', CLICK: 'click' } as const

/** What visitors did on each of the last days: bars for the eye, and the same numbers as a table for everybody. */
export function Days({ days }: { days: Rows }) {
  const { texts: all, language } = useAdmin()
  const texts = all.overview
  const isEmpty = days.every((day) => PINGBACK_ACTIONS.every((action) => day[action] === 0))
  return (
    <section className="admin-card admin-part" aria-labelledby="days">
      <h2 className="admin-card-title" id="days">
        {texts.days}
      </h2>
      {isEmpty ? (
        <p className="admin-part-text">{texts.noDays}</p>
      ) : (
        <>
          <div className="admin-charts">
            {PINGBACK_ACTIONS.map((action) => (
              <Chart key={action} days={days} action={action} />
            ))}
          </div>
          <details className="admin-numbers">
            <summary>{texts.table}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.day}</th>
                  {PINGBACK_ACTIONS.map((action) => (
                    <th key={action} scope="col">
                      {texts[TITLES[action]]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((row) => (
                  <tr key={row.day}>
                    <th scope="row">{dayText(row.day, language)}</th>
                    {PINGBACK_ACTIONS.map((action) => (
                      <td key={action} data-title={texts[TITLES[action]]}>
                        {row[action].toLocaleString(language)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  )
}

/** The days of one action, by a scale of its own: many more items are seen than clicked. */
function Chart({ days, action }: { days: Rows; action: PingbackAction }) {
  const { texts, language } = useAdmin()
  const counts = days.map((day) => day[action])
  const total = counts.reduce((sum, count) => sum + count, 0)
  const most = Math.max(1, ...counts)
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <figure>
      <figcaption>
        {texts.overview[TITLES[action]]} <b>{total.toLocaleString(language)}</b>
      </figcaption>
      <div className="admin-chart" aria-hidden="true">
        {days.map(({ day, [action]: count }) => (
          <span key={day} title={`${dayText(day, language)}: ${count.toLocaleString(language)}`}>
            <i style={{ height: `${(100 * count) / most}%` }} data-none={count === 0 || undefined} />
          </span>
        ))}
      </div>
      <div className="admin-chart-ends" aria-hidden="true">
        <span>{dayText(first, language)}</span>
        <span>{dayText(last, language)}</span>
      </div>
    </figure>
  )
}
