import { Button, NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { useChange, usePage } from '../admin.tsx'
import { gateway } from '../gateway-client.ts'
import { ItemLink, PageTop, RowButton, Views, When } from '../parts/elements.tsx'
import { useFilters } from '../parts/filters.tsx'
import { aheadOf, FormDialog, momentField, optionsOf, useForm } from '../parts/form.tsx'
import { lookUp } from '../parts/items.tsx'
import { useItemsField } from '../parts/items-field.tsx'
import { List, LongList, type RowOf } from '../parts/list.tsx'
import { type Day, dayOf, isDay } from './schedule-days.ts'
import { entryKey, Month, readEntries, type ScheduleEntry, useTakeOut } from './schedule-month.tsx'

const FILTERS = {
  view: ['list', 'calendar', 'activity'],
  type: ['gif', 'sticker'],
  day: '',
  page: '1',
} as const

/** `/admin/schedule`: what comes to the head of the trending lists, and when. */
export default function SchedulePage() {
  const { texts } = usePage('schedule')
  const filtering = useFilters(FILTERS)
  const { filters, change } = filtering
  const { view, type } = filters
  const [adding, setAdding] = useState<{ day?: Day }>()
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => setAdding({})}>{texts.add}</Button>
      </PageTop>
      <div className="admin-filters">
        <Views views={FILTERS.view} texts={texts} value={view} choose={(view) => change({ view })} />
        {view !== 'activity' && (
          <NativeSelect
            aria-label={texts.type}
            value={type}
            data={optionsOf(FILTERS.type, texts)}
            onChange={({ currentTarget }) => change({ type: currentTarget.value })}
          />
        )}
      </div>
      {view === 'list' && <Upcoming filtering={filtering} />}
      {view === 'calendar' && (
        <Month
          day={isDay(filters.day) ? filters.day : dayOf(new Date())}
          choose={(day) => change({ day })}
          type={type}
          add={(day) => setAdding({ day })}
        />
      )}
      {view === 'activity' && <Activity />}
      {adding && <NewSchedule {...adding} close={() => setAdding(undefined)} />}
    </>
  )
}

/** What comes, the next first. */
function Upcoming({ filtering }: { filtering: ReturnType<typeof useFilters<typeof FILTERS>> }) {
  const { common, texts } = usePage('schedule')
  const takeOut = useTakeOut()
  const { type } = filtering.filters
  const actions = (entry: ScheduleEntry) => (
    <RowButton text={texts.remove} name={entry.id} press={() => takeOut(entry)} />
  )
  return (
    <List
      list="schedule"
      read={({ limit, offset }, reading) => readEntries({ type, limit, offset }, reading)}
      columns={[
        { title: common.when, cell: ({ timestamp }) => <When at={timestamp} />, width: '190px' },
        { title: common.gif, cell: ({ id }) => <ItemLink id={id} /> },
        { title: common.actions, end: true, cell: actions, width: '160px' },
      ]}
      keyOf={entryKey}
      label={texts.title}
      empty={texts.empty}
      filtering={{ ...filtering, isFiltered: false }}
    />
  )
}

type ActivityRow = RowOf<typeof gateway.schedulerActivity>

/** Items of an act that are shown. */
const ITEMS_SHOWN = 3

const ACTIONS = ['create', 'delete', 'publish'] as const

/** Who has changed the schedule, and what came at its time. */
function Activity() {
  const { common, texts, fill } = usePage('schedule')
  const actionText = ({ action }: ActivityRow) => {
    const known = ACTIONS.find((each) => each === action)
    return known ? texts[known] : action
  }
  const items = ({ gifs }: ActivityRow) => (
    <div className="admin-few">
      {gifs.slice(0, ITEMS_SHOWN).map(({ id }) => (
        <ItemLink key={id} id={id} />
      ))}
      {gifs.length > ITEMS_SHOWN && (
        <span className="admin-soft">{fill(texts.others, { count: gifs.length - ITEMS_SHOWN })}</span>
      )}
    </div>
  )
  return (
    <LongList
      queryKey={['schedule', 'activity']}
      read={(_, signal) => gateway.schedulerActivity({}, { signal })}
      columns={[
        { title: common.when, cell: ({ timestamp }) => <When at={timestamp} />, width: '190px' },
        { title: common.action, cell: actionText },
        { title: common.who, cell: ({ username }) => (username ? <bdi>{username}</bdi> : texts.byClock) },
        { title: texts.items, cell: items, width: '44%' },
      ]}
      label={texts.activity}
      empty={texts.noActivity}
    />
  )
}

/** The hour that a chosen day begins with: most schedule for the working day. */
const HOUR = '09:00'

/** Puts items into the schedule. Those that are not there stay in the field. @param day chosen in the calendar */
function NewSchedule({ day, close }: { day?: Day; close: () => void }) {
  const { all, texts, fill, timeOf } = usePage('schedule')
  const form = useForm({ items: '', at: day ? `${day}T${HOUR}` : '' })
  const { at } = form.values
  const { field, ids, wrong, leave } = useItemsField(form, texts.items)
  const left = useRef<string[]>([])
  const put = useChange({
    list: 'schedule',
    async write(timestamp: number) {
      const { found, missing } = await lookUp(ids)
      left.current = [...missing, ...wrong]
      if (found.length === 0) throw new AppError('not-found', 'There is no such item')
      const gifs = found.map(({ id, is_sticker }) => ({ id, is_sticker }))
      return gateway.createSchedule({ gifs, timestamp })
    },
    message: (timestamp) =>
      fill(left.current.length === 0 ? texts.done : texts.doneLeft, {
        count: ids.filter((id) => !left.current.includes(id)).length,
        when: timeOf(String(timestamp)),
        ids: left.current.join(', '),
      }),
    failure: (error) =>
      error instanceof AppError && error.kind === 'not-found'
        ? fill(texts.gone, { id: left.current.join(', ') })
        : undefined,
    done: () => leave(left.current, close),
  })
  return (
    <FormDialog
      close={close}
      title={texts.add}
      form={form}
      fields={[field, momentField(at, all)]}
      go={texts.add}
      isBusy={put.isPending}
      submit={() => put.mutate(aheadOf(at) ?? 0)}
    />
  )
}
