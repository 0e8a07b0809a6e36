import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../admin-context.ts'
import { type Day, dayOf, isDay } from '../editorial/local-time.ts'
import { Views } from '../editorial/views.tsx'
import { ItemLink } from '../parts/item-link.tsx'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'
import { Activity } from '../schedule/activity.tsx'
import { Month } from '../schedule/month.tsx'
import { NewSchedule } from '../schedule/new-schedule.tsx'
import { type Entry, entryKey, readEntries, useTakeOut } from '../schedule/schedule-entries.ts'

const VIEWS = ['list', 'calendar', 'activity'] as const
const TYPES = ['gif', 'sticker'] as const

const FILTERS = { view: 'list', type: 'gif', day: '', page: '1' }

/** `/admin/schedule`: what comes to the head of the trending lists, and when. */
export default function SchedulePage() {
  const { common, schedule: texts } = useAdmin().texts
  const { filters, change } = useFilters(FILTERS)
  const [isAdding, setAdding] = useState(false)
  const [onDay, setOnDay] = useState<Day>()
  const takeOut = useTakeOut()
  const view = VIEWS.find((each) => each === filters.view) ?? 'list'
  const type = TYPES.find((each) => each === filters.type) ?? 'gif'
  const day = isDay(filters.day) ? filters.day : dayOf(new Date())
  const add = (chosen?: Day) => {
    setOnDay(chosen)
    setAdding(true)
  }
  const columns: Column<Entry>[] = [
    { title: common.when, cell: ({ timestamp }) => <When at={timestamp} />, width: '190px' },
    { title: texts.item, cell: ({ id }) => <ItemLink id={id} /> },
    {
      title: common.actions,
      end: true,
      cell: (entry) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => takeOut(entry)}
          aria-label={`${texts.remove}: ${entry.id}`}
        >
          {texts.remove}
        </Button>
      ),
      width: '160px',
    },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => add()}>{texts.add}</Button>
      </PageTop>
      <div className="admin-filters">
        <Views
          label={texts.view}
          views={VIEWS.map((value) => ({ value, label: texts[value] }))}
          value={view}
          choose={(value) => change({ view: value })}
        />
        {view !== 'activity' && (
          <NativeSelect
            aria-label={texts.type}
            value={type}
            data={TYPES.map((value) => ({ value, label: texts[value] }))}
            onChange={({ currentTarget }) => change({ type: currentTarget.value })}
          />
        )}
      </div>
      {view === 'list' && (
        <List
          of={['schedule', 'list', type]}
          read={(page, signal) => readEntries({ ...page, type }, signal)}
          columns={columns}
          keyOf={entryKey}
          label={texts.title}
          empty={texts.empty}
          page={Number(filters.page)}
          turn={(page) => change({ page: String(page) })}
        />
      )}
      {view === 'calendar' && (
        <Month day={day} choose={(chosen) => change({ day: chosen })} type={type} add={add} />
      )}
      {view === 'activity' && <Activity />}
      {isAdding && <NewSchedule day={onDay} close={() => setAdding(false)} />}
    </>
  )
}
