import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import type { Language } from '../../../shared/texts/texts.ts'
import { useAdmin } from '../admin-context.ts'
import { addDays, addMonths, type Day, dayOf, startOf, weeksOf } from '../editorial/local-time.ts'
import { ItemLink } from '../parts/item-link.tsx'
import { Failed } from '../parts/list.tsx'
import { type Entry, entriesBefore, entryKey, useTakeOut } from './schedule-entries.ts'

/** The first day of a week, 0 for Sunday. */
const FIRST_DAY: Readonly<Record<Language, number>> = { en: 0, de: 1, es: 1, fr: 1, ja: 0 }

type Props = { day: Day; choose: (day: Day) => void; type: string; add: (day: Day) => void }

/** The schedule as a month, and the entries of the chosen day below it. */
export function Month({ day, choose, type, add }: Props) {
  const month = day.slice(0, 7)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['schedule', 'month', type, month],
    queryFn: ({ signal }) => entriesBefore(startOf(addMonths(`${month}-01`, 1)), type, signal),
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  const byDay = Map.groupBy(data ?? [], ({ timestamp }) => dayOf(new Date(timestamp)))
  return (
    <div className="admin-month" aria-busy={isFetching}>
      <Grid day={day} choose={choose} countOf={(each) => byDay.get(each)?.length ?? 0} />
      <Chosen day={day} entries={byDay.get(day) ?? []} add={add} />
    </div>
  )
}

/** Where a key leads from a day. */
const STEPS: Readonly<Record<string, (day: Day, column: number) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day, column) => addDays(day, -column),
  End: (day, column) => addDays(day, 6 - column),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

type GridProps = Pick<Props, 'day' | 'choose'> & { countOf: (day: Day) => number }

function Grid({ day, choose, countOf }: GridProps) {
  const { texts: all, language } = useAdmin()
  const { schedule: texts } = all
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  const first = FIRST_DAY[language]
  const weeks = weeksOf(day, first)
  const today = dayOf(new Date())
  // The button of a day in another month is there only now.
  useEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    isMoved.current = false
  }, [day])
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    isMoved.current = true
    choose(step(day, (startOf(day).getDay() - first + 7) % 7))
  }
  const title = startOf(day).toLocaleDateString(language, { month: 'long', year: 'numeric' })
  return (
    <>
      <div className="admin-month-top">
        <h2 id="month" aria-live="polite">
          {title}
        </h2>
        <Button variant="default" size="xs" onClick={() => choose(today)}>
          {texts.today}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => choose(addMonths(day, -1))}
          aria-label={texts.previousMonth}
        >
          ←
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => choose(addMonths(day, 1))}
          aria-label={texts.nextMonth}
        >
          →
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid, as the keys make this one */}
      <table role="grid" aria-labelledby="month" ref={table} onKeyDown={move}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, column) => new Date(2026, 10, 1 + first + column)).map((date) => (
              <th
                key={date.getDay()}
                scope="col"
                abbr={date.toLocaleDateString(language, { weekday: 'long' })}
              >
                {date.toLocaleDateString(language, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((each, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is a day of the week
                <td key={column}>
                  {each && (
                    <button
                      type="button"
                      data-day={each}
                      tabIndex={each === day ? 0 : -1}
                      aria-pressed={each === day}
                      aria-current={each === today ? 'date' : undefined}
                      aria-label={interpolate(texts.day, {
                        day: startOf(each).toLocaleDateString(language, { dateStyle: 'full' }),
                        count: countOf(each),
                      })}
                      onClick={() => choose(each)}
                    >
                      <span>{Number(each.slice(8))}</span>
                      {countOf(each) > 0 && <b data-count={countOf(each)} aria-hidden="true" />}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type ChosenProps = { day: Day; entries: readonly Entry[]; add: (day: Day) => void }

function Chosen({ day, entries, add }: ChosenProps) {
  const { texts: all, language } = useAdmin()
  const { schedule: texts } = all
  const takeOut = useTakeOut()
  const isPast = day < dayOf(new Date())
  return (
    <section className="admin-day" aria-labelledby="day">
      <div className="admin-month-top">
        <h2 id="day">{startOf(day).toLocaleDateString(language, { dateStyle: 'full' })}</h2>
        {!isPast && (
          <Button variant="default" size="xs" onClick={() => add(day)}>
            {texts.addOn}
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <p className="admin-soft">{texts.dayEmpty}</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <li key={entryKey(entry)}>
              <time dateTime={entry.timestamp}>
                {new Date(entry.timestamp).toLocaleTimeString(language, { timeStyle: 'short' })}
              </time>
              <ItemLink id={entry.id} />
              <Button
                variant="default"
                size="xs"
                onClick={() => takeOut(entry)}
                aria-label={`${texts.remove}: ${entry.id}`}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
