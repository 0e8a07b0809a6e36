import type * as v from 'valibot'
import type { SchedulerActivitySchema } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { isoOf } from '../editorial/local-time.ts'
import { LongList } from '../editorial/long-list.tsx'
import { gateway } from '../gateway-client.ts'
import { ItemLink } from '../parts/item-link.tsx'
import type { Column } from '../parts/list.tsx'
import { When } from '../parts/when.tsx'

type Row = v.InferOutput<typeof SchedulerActivitySchema>

/** Items of an act that are shown. */
const SHOWN = 3

const ACTIONS = ['create', 'delete', 'publish'] as const
const actionOf = (text: string) => ACTIONS.find((action) => action === text)

/** Who has changed the schedule, and what came at its time. */
export function Activity() {
  const { common, schedule: texts } = useAdmin().texts
  const columns: Column<Row>[] = [
    { title: common.when, cell: ({ timestamp }) => <When at={isoOf(timestamp)} />, width: '190px' },
    {
      title: texts.action,
      cell: ({ action }) => {
        const known = actionOf(action)
        return known ? texts[known] : action
      },
    },
    {
      title: common.who,
      cell: ({ username }) => (username ? <bdi>{username}</bdi> : texts.byClock),
    },
    {
      title: texts.items,
      cell: ({ gifs }) => (
        <div className="admin-few">
          {gifs.slice(0, SHOWN).map(({ id }) => (
            <ItemLink key={id} id={id} />
          ))}
          {gifs.length > SHOWN && (
            <span className="admin-soft">{interpolate(texts.others, { count: gifs.length - SHOWN })}</span>
          )}
        </div>
      ),
      width: '44%',
    },
  ]
  return (
    <LongList
      of={['schedule', 'activity']}
      read={(_, signal) => gateway.schedulerActivity({}, { signal })}
      columns={columns}
      keyOf={({ id }) => id}
      label={texts.activity}
      empty={texts.noActivity}
    />
  )
}
