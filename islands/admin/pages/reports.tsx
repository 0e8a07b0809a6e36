import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { REPORT_STATES } from '../../../shared/schema/own/staff.ts'
import { client, useChange, usePage } from '../admin.tsx'
import { SmallButton, StateBadge } from '../parts/elements.tsx'
import { Fields, noteField, optionsOf, useForm } from '../parts/form.tsx'
import { type Column, ListPage, timeColumn } from '../parts/list.tsx'
import { FormModal } from '../parts/unsaved.tsx'
import { DecideCase, type Decision } from './decide-case.tsx'
import { About, Facts, Reasons, type Report } from './report-parts.tsx'

type State = Report['state']

const COLORS: Readonly<Record<State, string>> = { open: 'violet', accepted: 'teal', rejected: 'gray' }
const FILTERS = { state: [...REPORT_STATES, 'all'] } as const

/** What a report can become, in the order of the buttons. */
const CHOICES = ['accepted', 'rejected', 'open'] as const

/** `/admin/reports`: what visitors report, and what moderators decide about it. */
export default function ReportsPage() {
  const { common, texts } = usePage('reports')
  const [open, setOpen] = useState<Report>()
  const options = optionsOf(['all', ...REPORT_STATES], { ...texts, all: common.all })
  return (
    <ListPage
      page="reports"
      fields={[{ name: 'state', label: common.state, options }]}
      filters={FILTERS}
      read={client.reports}
      columns={useColumns(setOpen)}
      open={setOpen}
    >
      {open && <Decide key={open.id} report={open} close={() => setOpen(undefined)} />}
    </ListPage>
  )
}

function useColumns(open: (report: Report) => void): Column<Report>[] {
  const { common, texts } = usePage('reports')
  const why = (report: Report) => (
    <>
      <Reasons report={report} />
      {report.additional_info && <bdi className="admin-words">{report.additional_info}</bdi>}
    </>
  )
  const state = ({ state }: Report) => <StateBadge color={COLORS[state]}>{texts[state]}</StateBadge>
  const actions = (report: Report) => <SmallButton onClick={() => open(report)}>{texts.decide}</SmallButton>
  return [
    timeColumn(common.when, ({ created_at }) => created_at),
    { title: texts.about, cell: (report) => <About report={report} /> },
    { title: common.reason, cell: why, width: '26%' },
    { title: common.who, cell: ({ reporter }) => <bdi>{reporter ?? common.visitor}</bdi> },
    { title: common.state, cell: state },
    { title: common.actions, end: true, cell: actions },
  ]
}

type Deciding = { report: Report; close: () => void }

/** An open report of an item is decided with the item, as a case; a search's, and what is decided, by itself. */
function Decide({ report, close }: Deciding) {
  const { texts, fill } = usePage('reports')
  if (!report.gif_id || report.state !== 'open') return <DecideReport report={report} close={close} />
  const stateOf = (decision?: Decision) =>
    !decision ? texts.open : decision === 'approve' ? texts.rejected : texts.accepted
  return (
    <DecideCase
      page="reports"
      gif={report.gif_id}
      title={<About report={report} />}
      facts={(found) =>
        [report, ...(found?.open ?? []).filter(({ id }) => id !== report.id)].map((each) => (
          <Facts key={each.id} report={each} />
        ))
      }
      message={(decision) => fill(texts.done, { state: stateOf(decision) })}
      close={close}
    />
  )
}

function DecideReport({ report, close }: Deciding) {
  const { common, texts, fill } = usePage('reports')
  const form = useForm({ note: report.note })
  const decide = useChange({
    list: 'reports',
    write: ({ to, was, note }: { to: State; was: State; note: string }) =>
      client.decideReport({ id: String(report.id), state: to, was, note }),
    message: ({ to }) => fill(texts.done, { state: texts[to] }),
    undo: ({ to, was }) => ({ to: was, was: to, note: report.note }),
    done: close,
  })
  const names = { accepted: texts.accept, rejected: texts.reject, open: texts.reopen }
  return (
    <FormModal opened close={close} isChanged={form.isChanged} title={<About report={report} />}>
      <Stack>
        <Facts report={report} />
        <Fields form={form} fields={[noteField(common)]} />
        <Group justify="flex-end">
          {CHOICES.filter((state) => state !== report.state).map((to) => (
            <Button
              key={to}
              variant={to === 'accepted' ? 'filled' : 'default'}
              loading={decide.isPending}
              onClick={() => decide.mutate({ to, was: report.state, note: form.values.note })}
            >
              {names[to]}
            </Button>
          ))}
        </Group>
      </Stack>
    </FormModal>
  )
}
