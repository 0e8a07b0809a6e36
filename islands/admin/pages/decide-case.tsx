import { Button, Group, Stack } from '@mantine/core'
import { useRef } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { client, useChange, usePage, useRead } from '../admin.tsx'
import { Fields, noteField, useForm } from '../parts/form.tsx'
import { FormModal } from '../parts/unsaved.tsx'
import { About, Facts, type Report } from './report-parts.tsx'

type Decision = 'approve' | 'hide' | 'remove'
type Input = { decision: Decision } | { act: string }

const COLORS: Readonly<Record<Decision, string | undefined>> = {
  approve: undefined,
  hide: 'violet',
  remove: 'red',
}

/** The case of a reported item: one decision about the item closes all of its reports, and is taken back with them. */
export function DecideCase({ report, gif, close }: { report: Report; gif: string; close: () => void }) {
  const { all, common, texts, role, fill } = usePage('reports')
  const { data: found, isError } = useRead(['reports', 'case', gif], client.case, { id: gif })
  const form = useForm({ note: '' })
  const made = useRef({ act: '', decision: 'approve' as Decision })

  async function decide(decision: Decision) {
    const { note } = form.values
    const cases = [{ id: gif, ...(found && { version: found.version }) }]
    const reason = decision === 'approve' ? '' : note.slice(0, 500)
    const decided = await client.decideCases({ cases, decision, note, reason })
    const { result, by } = decided?.results[0] ?? {}
    if (result !== 'decided') throw new AppError('conflict', by ?? '')
    made.current = { act: decided?.act ?? '', decision }
  }

  const change = useChange<Input>({
    list: 'reports',
    write: (input) => ('act' in input ? client.undoCases(input) : decide(input.decision)),
    message: (input) => {
      const state = 'act' in input ? 'open' : input.decision === 'approve' ? 'rejected' : 'accepted'
      return fill(texts.done, { state: texts[state] })
    },
    undo: (input) => ('act' in input ? { decision: made.current.decision } : { act: made.current.act }),
    failure: (error) =>
      error instanceof AppError && error.kind === 'conflict' && error.message
        ? fill(texts.taken, { who: error.message })
        : undefined,
    done: close,
  })
  const decisions: readonly Decision[] = [
    'approve',
    ...(found?.item === null ? [] : (['hide'] as const)),
    ...(role === 'staff' ? (['remove'] as const) : []),
  ]
  const others = found?.open.filter(({ id }) => id !== report.id) ?? []
  return (
    <FormModal opened close={close} isChanged={form.isChanged} title={<About report={report} />}>
      <Stack>
        {[report, ...others].map((each) => (
          <Facts key={each.id} report={each} />
        ))}
        {isError && <p role="alert">{common.failed}</p>}
        <Fields form={form} fields={[noteField(common)]} />
        <Group justify="flex-end">
          {decisions.map((decision) => (
            <Button
              key={decision}
              variant={COLORS[decision] ? 'filled' : 'default'}
              {...(COLORS[decision] && { color: COLORS[decision] })}
              loading={change.isPending || (!found && !isError)}
              onClick={() => change.mutate({ decision })}
            >
              {all.moderation[decision]}
            </Button>
          ))}
        </Group>
      </Stack>
    </FormModal>
  )
}
