import { Button, NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { client, usePage, useRead } from '../admin.tsx'
import { Face, ItemLink } from '../parts/elements.tsx'
import { BY_TIME, useFilters } from '../parts/filters.tsx'
import { FilteredPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { addDays, isDay, startOf } from './schedule-days.ts'

const FILTERS = { actor: '', action: '', target: '', since: '', until: '', ...BY_TIME } as const

type Row = RowOf<typeof client.audit>

const GIF = 'gif/'
const USER = 'user/'

/** A chosen day's start, or the start of the day after it, in the reader's zone. */
const timeOf = (day: string | undefined, days: number) =>
  day && isDay(day) ? startOf(addDays(day, days)).toISOString() : undefined

/** `/admin/audit`: who did what, the newest first, by who, what, to what, and when. */
export default function AuditPage() {
  const { common, texts } = usePage('audit')
  const filtering = useFilters(FILTERS)
  const { filters, change } = filtering
  const words = [
    { name: 'actor', label: common.who, maxLength: 100 },
    { name: 'target', label: texts.target, maxLength: 128, placeholder: 'user/7' },
  ] as const
  const pressable = (name: 'actor' | 'action' | 'target', value: string, children: ReactNode = value) => (
    <Button
      variant="subtle"
      size="compact-sm"
      {...(name !== 'actor' && { ff: 'monospace' })}
      onClick={() => change({ [name]: value })}
    >
      {children}
    </Button>
  )
  const face = (username: string, avatar_url: string) => <Face person={{ id: '', username, avatar_url }} />
  const target = ({ target, target_name, target_avatar }: Row) => (
    <>
      {target_name &&
        (target.startsWith(GIF) ? (
          <ItemLink id={target.slice(GIF.length)} />
        ) : (
          <div className="admin-who">
            {target.startsWith(USER) && face(target_name, target_avatar)}
            <bdi>{target_name}</bdi>
          </div>
        ))}
      {pressable('target', target)}
    </>
  )
  const actor = ({ actor, actor_avatar }: Row) => (
    <div className="admin-who">
      {face(actor, actor_avatar)}
      {pressable('actor', actor, <bdi>{actor}</bdi>)}
    </div>
  )
  return (
    <FilteredPage
      page="audit"
      filtering={filtering}
      controls={
        <>
          {words.map(({ name, ...rest }) => (
            <WholeWord
              key={name}
              {...rest}
              value={filters[name]}
              choose={(value) => change({ [name]: value })}
            />
          ))}
          <Actions value={filters.action} choose={(action) => change({ action })} />
          {(['since', 'until'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              label={texts[name]}
              value={filters[name]}
              onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
            />
          ))}
        </>
      }
      read={({ since, until, ...asked }, reading) =>
        client.audit({ ...asked, since: timeOf(since, 0), until: timeOf(until, 1) }, reading)
      }
      columns={[
        timeColumn(common.when, ({ created_at }: Row) => created_at),
        { title: common.who, cell: actor },
        { title: common.action, cell: ({ action }) => pressable('action', action) },
        { title: texts.target, cell: target },
        { title: common.reason, cell: ({ reason }) => <bdi>{reason}</bdi>, width: '26%' },
      ]}
    />
  )
}

type WholeWordProps = Omit<TextInputProps, 'value'> & { value: string; choose: (value: string) => void }

/** A name that is looked for once it is typed whole. It keeps the focus, and shows what was chosen elsewhere. */
function WholeWord({ value, choose, ...rest }: WholeWordProps) {
  const [{ typed, of }, set] = useState({ typed: value, of: value })
  if (of !== value) set({ typed: value, of: value })
  const end = () => typed.trim() !== value && choose(typed.trim())
  return (
    <TextInput
      type="search"
      {...rest}
      value={typed}
      onChange={({ currentTarget }) => set({ typed: currentTarget.value, of })}
      onKeyDown={({ key }) => key === 'Enter' && end()}
      onBlur={end}
    />
  )
}

/** What was done, of what the log has. */
function Actions({ value, choose }: { value: string; choose: (action: string) => void }) {
  const { common } = usePage('audit')
  const { data } = useRead(['audit', 'actions'], client.audit, { limit: 1 })
  const actions = new Set([...(data?.actions ?? []), ...(value ? [value] : [])])
  return (
    <NativeSelect
      label={common.action}
      value={value}
      data={[{ value: '', label: common.all }, ...actions]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
