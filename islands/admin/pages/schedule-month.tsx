import { type KeyboardEvent, useEffect, useRef } from 'react'
import { own } from '../../../shared/own.ts'
import type { Language } from '../../../shared/texts/languages.ts'
import { isoOf, useAdmin, useChange, usePage, useRead } from '../admin.tsx'
import { gateway } from '../gateway-client.ts'
import { Failed, ItemLink, RowButton, SmallButton, SmallPicture } from '../parts/elements.tsx'
import { useItem } from '../parts/items.tsx'
import type { RowOf } from '../parts/list.tsx'
import { addDays, addMonths, type Day, dayOf, startOf, weeksOf } from './schedule-days.ts'

/** An item that comes to the head of the trending list at its time. */
export type ScheduleEntry = RowOf<typeof gateway.schedule>

/** An entry's key in a list: an item may be scheduled for several times. */
export const entryKey = ({ id, timestamp }: ScheduleEntry): string => `${id} ${timestamp}`

type SchedulePage = { limit: number; offset: number; type: string }

/** A page of the schedule. */
export async function readEntries(page: SchedulePage, reading: { signal: AbortSignal }) {
  const { results = [], count = 0 } = (await gateway.schedule(page, reading)) ?? {}
  return { results: results.map((entry) => ({ ...entry, timestamp: isoOf(entry.timestamp) })), count }
}

/** Entries of a page, and how many the gateway skips at most. */
const PAGE = { limit: 100, maxOffset: 10_000 } as const

/** The entries of a type before a time, in its order: the call has no field for a time, so all before it are read. */
async function entriesBefore(
  { end, type }: { end: Date; type: string },
  reading: { signal: AbortSignal },
): Promise<ScheduleEntry[]> {
  const entries: ScheduleEntry[] = []
  const isBefore = ({ timestamp }: ScheduleEntry) => new Date(timestamp) < end
  while (entries.length <= PAGE.maxOffset) {
    const { results, count } = await readEntries({ limit: PAGE.limit, offset: entries.length, type }, reading)
    entries.push(...results)
    if (results.length === 0 || entries.length >= count || !results.every(isBefore)) break
  }
  return entries.filter(isBefore)
}

type Change = { entry: ScheduleEntry; isBack: boolean }

/** Takes an entry out of the schedule; the message has the way back. */
export function useTakeOut(): (entry: ScheduleEntry) => void {
  const { texts, fill } = usePage('schedule')
  const change = useChange({
    list: 'schedule',
    async write({ entry: { timestamp, ...gif }, isBack }: Change) {
      const input = { gifs: [gif], timestamp }
      return isBack ? gateway.createSchedule(input) : gateway.deleteSchedule(input)
    },
    message: ({ entry: { id }, isBack }) => fill(isBack ? texts.back : texts.removed, { id }),
    undo: ({ entry, isBack }) => ({ entry, isBack: !isBack }),
  })
  return (entry) => change.mutate({ entry, isBack: false })
}

/** The first day of a week, 0 for Sunday. */
const FIRST_DAY: Readonly<Record<Language, number>> = { en: 0, de: 1, es: 1, fr: 1, ja: 0 }

type Props = { day: Day; choose: (day: Day) => void; type: string; add: (day: Day) => void }

/** The schedule as a month, and the entries of the chosen day below it. */
export function Month({ day, choose, type, add }: Props) {
  const month = day.slice(0, 7)
  const end = startOf(addMonths(`${month}-01`, 1))
  const { data, error, isFetching, refetch } = useRead(['schedule', 'month', type, month], entriesBefore, {
    end,
    type,
  })
  if (error) return <Failed error={error} retry={refetch} />
  const byDay = Map.groupBy(data ?? [], ({ timestamp }) => dayOf(new Date(timestamp)))
  return (
    <div className="admin-month" aria-busy={isFetching}>
      <Grid day={day} choose={choose} entriesOf={(each) => byDay.get(each) ?? NONE} />
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

type GridProps = Pick<Props, 'day' | 'choose'> & { entriesOf: (day: Day) => readonly ScheduleEntry[] }

/** The keys of a month's grid: the day that one leads to has the focus, and is chosen. */
function useGridKeys({ day, choose }: Pick<Props, 'day' | 'choose'>, first: number) {
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  // The button of a day in another month is there only now.
  useEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    isMoved.current = false
  }, [day])
  const move = (event: KeyboardEvent) => {
    const step = own(STEPS, event.key)
    if (!step) return
    event.preventDefault()
    isMoved.current = true
    choose(step(day, (startOf(day).getDay() - first + 7) % 7))
  }
  return { table, move }
}

function Grid({ day, choose, entriesOf }: GridProps) {
  const { language } = useAdmin()
  const first = FIRST_DAY[language]
  const { table, move } = useGridKeys({ day, choose }, first)
  const weekday = (date: Date, weekday: 'long' | 'short') => date.toLocaleDateString(language, { weekday })
  return (
    <>
      <MonthTop day={day} choose={choose} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid, as the keys make this one */}
      <table role="grid" aria-labelledby="month" ref={table} onKeyDown={move}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, column) => new Date(2026, 10, 1 + first + column)).map((date) => (
              <th key={date.getDay()} scope="col" abbr={weekday(date, 'long')}>
                {weekday(date, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day, first).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((each, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is a day of the week
                <td key={column}>
                  {each && (
                    <DayButton day={each} isChosen={each === day} entries={entriesOf(each)} choose={choose} />
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

/** The month's name, and the ways to today and to its neighbours. */
function MonthTop({ day, choose }: Pick<Props, 'day' | 'choose'>) {
  const { texts, language } = usePage('schedule')
  return (
    <div className="admin-month-top">
      <h2 id="month" aria-live="polite">
        {startOf(day).toLocaleDateString(language, { month: 'long', year: 'numeric' })}
      </h2>
      <SmallButton onClick={() => choose(dayOf(new Date()))}>{texts.today}</SmallButton>
      <SmallButton onClick={() => choose(addMonths(day, -1))} aria-label={texts.previousMonth}>
        ←
      </SmallButton>
      <SmallButton onClick={() => choose(addMonths(day, 1))} aria-label={texts.nextMonth}>
        →
      </SmallButton>
    </div>
  )
}

/** GIFs of a day that its button shows. */
const PICTURES = 3
const NONE: readonly ScheduleEntry[] = []

function Picture({ id }: { id: string }) {
  const { data } = useItem(id)
  return <SmallPicture gif={data} />
}

type DayProps = {
  day: Day
  isChosen: boolean
  entries: readonly ScheduleEntry[]
  choose: (day: Day) => void
}

function DayButton({ day, isChosen, entries, choose }: DayProps) {
  const { texts, language, fill } = useAdmin()
  const count = entries.length
  const date = startOf(day).toLocaleDateString(language, { dateStyle: 'full' })
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isChosen ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={day === dayOf(new Date()) ? 'date' : undefined}
      aria-label={fill(texts.schedule.day, { day: date, count })}
      onClick={() => choose(day)}
    >
      <span>{Number(day.slice(8))}</span>
      {count > 0 && <b data-count={count} aria-hidden="true" />}
      {count > 0 && (
        <span className="admin-day-gifs" aria-hidden="true">
          {entries.slice(0, PICTURES).map((entry) => (
            <Picture key={entryKey(entry)} id={entry.id} />
          ))}
        </span>
      )}
    </button>
  )
}

type ChosenProps = { day: Day; entries: readonly ScheduleEntry[]; add: (day: Day) => void }

function Chosen({ day, entries, add }: ChosenProps) {
  const { texts, language } = usePage('schedule')
  const takeOut = useTakeOut()
  const isPast = day < dayOf(new Date())
  return (
    <section className="admin-day" aria-labelledby="day">
      <div className="admin-month-top">
        <h2 id="day">{startOf(day).toLocaleDateString(language, { dateStyle: 'full' })}</h2>
        {!isPast && <SmallButton onClick={() => add(day)}>{texts.addOn}</SmallButton>}
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
              <RowButton text={texts.remove} name={entry.id} press={() => takeOut(entry)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
