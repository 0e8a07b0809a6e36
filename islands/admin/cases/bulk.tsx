import { useState } from 'react'
import { RATINGS } from '../../../shared/schema/choices.ts'
import { CASE_TEMPLATES, CASES_MAX } from '../../../shared/schema/own/cases.ts'
import { client, usePage, useSay } from '../admin.tsx'
import { SmallButton } from '../parts/elements.tsx'
import { ChangeDialog, noteField, optionsOf, useForm } from '../parts/form.tsx'
import type { Case, Decision, With } from './case.ts'

/** The cases that are selected, of any page: as many as one decision takes. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, Case>>(new Map())
  const select = (cases: readonly Case[]) =>
    setSelected(new Map(cases.slice(0, CASES_MAX).map((each) => [each.id, each])))
  const cases = [...selected.values()]
  const toggle = (row: Case) =>
    select(selected.has(row.id) ? cases.filter(({ id }) => id !== row.id) : [...cases, row])
  return { cases, has: ({ id }: Case) => selected.has(id), select, toggle }
}
type Selection = ReturnType<typeof useSelection>

type Props = { selection: Selection; asked: Parameters<typeof client.cases>[0] }

/** What is done with what is selected. */
export function Bulk({ selection: { cases, select }, asked }: Props) {
  const { all, common, texts, fill } = usePage('cases')
  const [isOpen, setOpen] = useState(false)
  const say = useSay()
  async function selectAll() {
    try {
      select((await client.cases({ ...asked, limit: CASES_MAX }))?.results ?? [])
    } catch {
      say({ text: common.failed, isFailure: true })
    }
  }
  const isEmpty = cases.length === 0
  return (
    <section className="admin-bulk" aria-label={all.library.bulk}>
      <span role="status">{fill(all.library.selected, { count: cases.length })}</span>
      <div className="admin-actions">
        <SmallButton onClick={() => void selectAll()}>
          {fill(texts.selectAll, { count: CASES_MAX })}
        </SmallButton>
        <SmallButton onClick={() => select([])} disabled={isEmpty}>
          {all.library.deselect}
        </SmallButton>
        <SmallButton variant="filled" onClick={() => setOpen(true)} disabled={isEmpty}>
          {texts.decide}
        </SmallButton>
      </div>
      {isOpen && <BulkDialog cases={cases} close={() => setOpen(false)} done={() => select([])} />}
    </section>
  )
}

type Input = { act: string } | { decision: string }

function BulkDialog({ cases, close, done }: { cases: readonly Case[]; close: () => void; done: () => void }) {
  const { common, texts, role, fill } = usePage('cases')
  const form = useForm({ decision: 'approve', template: '', reason: '', note: '' })
  const [made, setMade] = useState<{ act: string; count: number }>()
  const { decision, template, reason, note } = form.values
  const names = { approve: texts.approve, hide: texts.hide, remove: texts.remove }
  const ways = role === 'staff' ? (['approve', 'hide', 'remove'] as const) : (['approve', 'hide'] as const)
  const options = [
    ...optionsOf(ways, names),
    ...RATINGS.map((rating) => ({
      value: `rating:${rating}`,
      label: `${texts.rate}: ${rating.toUpperCase()}`,
    })),
  ]
  async function write(input: Input) {
    if ('act' in input) return client.undoCases(input)
    const [name, rating] = input.decision.split(':') as [Decision['decision'], Decision['rating']]
    const answer = await client.decideCases({
      cases: cases.map(({ id, version }) => ({ id, version })),
      decision: name,
      ...(rating && { rating }),
      ...(reason && { reason }),
      ...(note && { note }),
      ...(template && name !== 'approve' && { template: template as Exclude<With['template'], ''> }),
    })
    const count = answer?.results.filter(({ result }) => result === 'decided').length ?? 0
    last = { act: answer?.act ?? '', count }
    setMade(last)
    return answer
  }
  let last = made
  const message = (input: Input) => {
    if ('act' in input) return common.undone
    const count = last?.count ?? 0
    const left = cases.length - count
    return fill(left > 0 ? texts.notDecided : texts.decided, { count, left })
  }
  return (
    <ChangeDialog<Input>
      list="cases"
      input={{ decision }}
      write={write}
      message={message}
      undo={() => ({ act: last?.act ?? '' })}
      close={close}
      done={done}
      title={fill(texts.bulkTitle, { count: cases.length })}
      form={form}
      fields={[
        { name: 'decision', label: texts.decide, options },
        {
          name: 'template',
          label: texts.rule,
          options: [{ value: '', label: texts.noRule }, ...optionsOf(CASE_TEMPLATES, texts)],
        },
        { name: 'reason', label: common.reason, description: texts.reasonPlain, maxLength: 500 },
        noteField(common),
      ]}
      go={texts.decide}
      danger={decision === 'remove'}
    />
  )
}
