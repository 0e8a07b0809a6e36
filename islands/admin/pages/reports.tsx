import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { REPORT_STATES } from '../../../shared/schema/own/staff.ts'
import { usePage } from '../admin.tsx'
import { client, useChange } from '../parts/calls.ts'
import { SmallButton, StateBadge } from '../parts/elements.tsx'
import { Fields, noteField, optionsOf, useForm } from '../parts/form.tsx'
import { ItemLink } from '../parts/items.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { oneOf, useFilters } from '../place.ts'

type Report = RowOf<typeof client.reports>
type State = Report['state']
type Decision = { report: Report; state: State; note: string }

const COLORS: Readonly<Record<State, string>> = { open: 'violet', accepted: 'teal', rejected: 'gray' }
const FILTERS = { state: 'open', order: 'desc', page: '1' }
const ANY = 'all'

/** What a report can become, in the order of the buttons. */
const CHOICES = ['accepted', 'rejected', 'open'] as const

/** `/admin/reports`: what visitors report, and what moderators decide about it. */
export default function ReportsPage() {
  const { common, texts } = usePage('reports')
  const filtering = useFilters(FILTERS)
  const { sorting } = filtering
  const [open, setOpen] = useState<Report>()
  const state = oneOf(REPORT_STATES, filtering.filters.state)
  const isFiltered = filtering.filters.state !== ANY
  const options = [{ value: ANY, label: common.all }, ...optionsOf(REPORT_STATES, texts)]
  return (
    <ListPage
      texts={texts}
      fields={[{ name: 'state', label: common.state, options }]}
      list="reports"
      input={{ order: sorting.order, ...(state && { state }) }}
      read={client.reports}
      columns={useColumns(setOpen)}
      keyOf={({ id }) => id}
      open={setOpen}
      filtering={{ ...filtering, isFiltered, clear: () => filtering.change({ state: ANY }) }}
    >
      {open && <Decide key={open.id} report={open} close={() => setOpen(undefined)} />}
    </ListPage>
  )
}

function useColumns(open: (report: Report) => void): Column<Report>[] {
  const { common, texts } = usePage('reports')
  const why = ({ reasons, additional_info }: Report) => (
    <>
      <Reasons reasons={reasons} />
      {additional_info && <bdi className="admin-words">{additional_info}</bdi>}
    </>
  )
  return [
    timeColumn(common.when, ({ created_at }) => created_at),
    { title: texts.about, cell: (report) => <About report={report} /> },
    { title: common.reason, cell: why, width: '26%' },
    { title: common.who, cell: ({ reporter }) => <bdi>{reporter ?? common.visitor}</bdi> },
    {
      title: common.state,
      cell: ({ state }) => <StateBadge color={COLORS[state]}>{texts[state]}</StateBadge>,
    },
    {
      title: common.actions,
      end: true,
      cell: (report) => <SmallButton onClick={() => open(report)}>{texts.decide}</SmallButton>,
    },
  ]
}

function About({ report: { gif_id, search_term } }: { report: Report }) {
  const { texts, fill } = usePage('reports')
  if (gif_id) return <ItemLink id={gif_id} />
  const term = search_term ?? ''
  return (
    <a href={`/search/${encodeURIComponent(term)}`} target="_blank" rel="noopener">
      {fill(texts.searchFor, { term })}
    </a>
  )
}

function Reasons({ reasons }: Pick<Report, 'reasons'>) {
  const { texts } = usePage('reports')
  return reasons.map((reason) => texts[reason]).join(', ')
}

function Decide({ report, close }: { report: Report; close: () => void }) {
  const { common, texts, fill } = usePage('reports')
  const form = useForm({ note: report.note })
  const { note } = form.values
  const decide = useChange({
    list: 'reports',
    write: ({ report: { id, state: was }, state, note }: Decision) =>
      client.decideReport({ id: String(id), state, was, note }),
    message: ({ state }) => fill(texts.done, { state: texts[state] }),
    undo: ({ report, state }) => ({ report: { ...report, state }, state: report.state, note: report.note }),
    done: close,
  })
  const names = { accepted: texts.accept, rejected: texts.reject, open: texts.reopen }
  const choices = CHOICES.filter((state) => state !== report.state)
  return (
    <Modal opened onClose={close} title={<About report={report} />}>
      <Stack>
        <Facts report={report} />
        <Fields form={form} fields={[noteField(common)]} />
        <Group justify="flex-end">
          {choices.map((state) => (
            <Button
              key={state}
              variant={state === 'accepted' ? 'filled' : 'default'}
              loading={decide.isPending}
              onClick={() => decide.mutate({ report, state, note })}
            >
              {names[state]}
            </Button>
          ))}
        </Group>
      </Stack>
    </Modal>
  )
}

/** What was reported, by whom, and what was decided. */
function Facts({ report }: { report: Report }) {
  const { common, texts, fill, timeOf } = usePage('reports')
  const by = (who: string, at: string) => fill(texts.decidedBy, { who, when: timeOf(at) })
  return (
    <>
      <div>
        <Reasons reasons={report.reasons} />
        <p className="admin-soft">{by(report.reporter ?? common.visitor, report.created_at)}</p>
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
          {by(report.decided_by ?? '', report.decided_at)}
        </p>
      )}
    </>
  )
}
