import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { client, useChange, usePage, useRead } from '../admin.tsx'
import { Fields, noteField, useForm } from '../parts/form.tsx'
import { FormModal } from '../parts/unsaved.tsx'

export type Decision = 'approve' | 'hide' | 'remove'
type Input = { decision: Decision } | { act: string }
export type CaseDetail = NonNullable<Awaited<ReturnType<typeof client.case>>>

const COLORS: Readonly<Record<Decision, string | undefined>> = {
  approve: undefined,
  hide: 'violet',
  remove: 'red',
}

/** What may be decided: what is down stays so or comes back, and of what is elsewhere nothing is hidden. */
const decisionsOf = (found: CaseDetail | null | undefined, isStaff: boolean): readonly Decision[] => [
  'approve',
  ...(found?.item === null || found?.item?.is_removed ? [] : (['hide'] as const)),
  ...(isStaff ? (['remove'] as const) : []),
]

type Props = {
  /** Whose list it is of. */
  page: 'reports' | 'claims'
  gif: string
  title: ReactNode
  /** What is open about it, once that is read. */
  facts: (found: CaseDetail | null | undefined) => ReactNode
  /** What is said of a decision, or, without one, of what was taken back. */
  message: (decision?: Decision) => string
  close: () => void
}

/** The case of an item: one decision closes all that is open about it, and is taken back with that. */
export function DecideCase({ page, gif, title, facts, message, close }: Props) {
  const { all, common, texts, role, fill } = usePage(page)
  const { data: found, isError } = useRead([page, 'case', gif], client.case, { id: gif })
  const form = useForm({ reason: '', note: '' })
  const made = useRef({ act: '', decision: 'approve' as Decision })

  async function decide(decision: Decision) {
    const { reason, note } = form.values
    const cases = [{ id: gif, ...(found && { version: found.version }) }]
    const decided = await client.decideCases({ cases, decision, note, reason })
    const { result, by } = decided?.results[0] ?? {}
    if (result !== 'decided') throw new AppError('conflict', by ?? '')
    made.current = { act: decided?.act ?? '', decision }
  }

  const change = useChange<Input>({
    list: page,
    write: (input) => ('act' in input ? client.undoCases(input) : decide(input.decision)),
    message: (input) => message('act' in input ? undefined : input.decision),
    undo: (input) => ('act' in input ? { decision: made.current.decision } : { act: made.current.act }),
    failure: (error) =>
      error instanceof AppError && error.kind === 'conflict' && error.message
        ? fill(all.reports.taken, { who: error.message })
        : undefined,
    done: close,
  })
  const reason = { name: 'reason', label: common.reason, description: texts.reasonHint, maxLength: 500 }
  const names = { ...all.moderation, ...(found?.item?.is_removed && { approve: all.takedowns.restore }) }
  return (
    <FormModal opened close={close} isChanged={form.isChanged} title={title}>
      <Stack>
        {facts(found)}
        {isError && <p role="alert">{common.failed}</p>}
        <Fields form={form} fields={[reason, noteField(common)]} />
        <Group justify="flex-end">
          {decisionsOf(found, role === 'staff').map((decision) => (
            <Button
              key={decision}
              variant={COLORS[decision] ? 'filled' : 'default'}
              {...(COLORS[decision] && { color: COLORS[decision] })}
              loading={change.isPending || (!found && !isError)}
              onClick={() => change.mutate({ decision })}
            >
              {names[decision]}
            </Button>
          ))}
        </Group>
      </Stack>
    </FormModal>
  )
}
