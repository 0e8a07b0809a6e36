import { Badge, Button, Group, Modal, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type * as v from 'valibot'
import { type OwnReport, REPORT_STATES } from '../../../shared/schema/own/staff.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { ItemLink } from '../parts/item-link.tsx'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { BY_TIME, timeSorting } from '../parts/sorting.ts'
import { useChange } from '../parts/use-change.ts'
import { When, whenText } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'

type Row = v.InferOutput<typeof OwnReport>
type State = Row['state']
type Decision = { report: Row; state: State; note: string }

const COLORS: Readonly<Record<State, string>> = { open: 'violet', accepted: 'teal', rejected: 'gray' }
const FILTERS = { state: 'open', order: 'desc', page: '1' }
const ANY = 'all'

const isState = (text: string): text is State => REPORT_STATES.some((state) => state === text)

/** `/admin/reports`: what visitors report, and what moderators decide about it. */
export default function ReportsPage() {
  const { common, reports: texts } = useAdmin().texts
  const { filters, change } = useFilters(FILTERS)
  const sorting = timeSorting(filters.order, change)
  const [open, setOpen] = useState<Row>()
  const { state } = filters
  const columns: Column<Row>[] = [
    { title: common.when, cell: ({ created_at }) => <When at={created_at} />, width: '190px', sort: BY_TIME },
    { title: texts.about, cell: (report) => <About report={report} /> },
    {
      title: common.reason,
      cell: ({ reasons, additional_info }) => (
        <>
          <Reasons reasons={reasons} />
          {additional_info && <bdi className="admin-words">{additional_info}</bdi>}
        </>
      ),
      width: '26%',
    },
    { title: common.who, cell: ({ reporter }) => <bdi>{reporter ?? common.nobody}</bdi> },
    {
      title: common.state,
      cell: (report) => (
        <Badge variant="light" color={COLORS[report.state]} tt="none">
          {texts[report.state]}
        </Badge>
      ),
    },
    {
      title: common.actions,
      end: true,
      cell: (report) => (
        <Button variant="default" size="xs" onClick={() => setOpen(report)}>
          {texts.decide}
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      <search className="admin-filters">
        <NativeSelect
          label={common.state}
          value={state}
          data={[
            { value: ANY, label: common.all },
            ...REPORT_STATES.map((value) => ({ value, label: texts[value] })),
          ]}
          onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        />
        <SortSelect sorting={sorting} columns={columns} />
      </search>
      <List
        of={['reports', state, sorting.order]}
        read={(page, signal) =>
          client.reports({ ...page, order: sorting.order, ...(isState(state) && { state }) }, { signal })
        }
        columns={columns}
        keyOf={({ id }) => id}
        open={setOpen}
        label={texts.title}
        empty={texts.empty}
        sorting={sorting}
        isFiltered={state !== ANY}
        clear={() => change({ state: ANY })}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
      {open && <Decide key={open.id} report={open} close={() => setOpen(undefined)} />}
    </>
  )
}

function About({ report: { gif_id, search_term } }: { report: Row }) {
  const texts = useAdmin().texts.reports
  if (gif_id) return <ItemLink id={gif_id} />
  const term = search_term ?? ''
  return (
    <a href={`/search/${encodeURIComponent(term)}`} target="_blank" rel="noopener">
      {interpolate(texts.searchFor, { term })}
    </a>
  )
}

function Reasons({ reasons }: Pick<Row, 'reasons'>) {
  const texts = useAdmin().texts.reports
  return reasons.map((reason) => texts[reason]).join(', ')
}

function Decide({ report, close }: { report: Row; close: () => void }) {
  const { texts: all, language } = useAdmin()
  const { common, reports: texts } = all
  const [note, setNote] = useState(report.note)
  const decide = useChange({
    of: 'reports',
    write: ({ report: { id, state: was }, state, note }: Decision) =>
      client.decideReport({ id: String(id), state, was, note }),
    said: ({ state }) => interpolate(texts.done, { state: texts[state] }),
    undo: ({ report, state }) => ({ report: { ...report, state }, state: report.state, note: report.note }),
    done: close,
  })
  const choices = [
    ['accepted', texts.accept],
    ['rejected', texts.reject],
    ['open', texts.reopen],
  ] as const
  return (
    <Modal opened onClose={close} title={<About report={report} />}>
      <Stack>
        <div>
          <Reasons reasons={report.reasons} />
          <p className="admin-soft">
            {interpolate(texts.decidedBy, {
              who: report.reporter ?? common.nobody,
              when: whenText(report.created_at, language),
            })}
          </p>
        </div>
        {report.additional_info && (
          <figure className="admin-notice">
            <figcaption className="admin-soft">{texts.words}</figcaption>
            <bdi>{report.additional_info}</bdi>
          </figure>
        )}
        {report.decided_at && (
          <p className="admin-soft">
            {`${texts[report.state]}: `}
            {interpolate(texts.decidedBy, {
              who: report.decided_by ?? '',
              when: whenText(report.decided_at, language),
            })}
          </p>
        )}
        <Textarea
          label={common.note}
          description={common.noteHint}
          value={note}
          maxLength={2000}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Group justify="flex-end">
          {choices
            .filter(([state]) => state !== report.state)
            .map(([state, text]) => (
              <Button
                key={state}
                variant={state === 'accepted' ? 'filled' : 'default'}
                loading={decide.isPending}
                onClick={() => decide.mutate({ report, state, note })}
              >
                {text}
              </Button>
            ))}
        </Group>
      </Stack>
    </Modal>
  )
}
