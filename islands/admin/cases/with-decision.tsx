import { NativeSelect, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { CASE_MEASURES, CASE_TEMPLATES } from '../../../shared/schema/own/cases.ts'
import { GROUNDS } from '../../../shared/texts/grounds.data.ts'
import { languages } from '../../../shared/texts/languages.ts'
import { usePage } from '../admin.tsx'
import { optionsOf } from '../parts/form.tsx'
import type { CaseDetail, With } from './case.ts'

type Props = {
  /** Whose item it is; undefined while it is read, null for no one's. */
  owner: CaseDetail['owner'] | undefined
  value: With
  set: (changed: Partial<With>) => void
  /** What stops a decision. */
  problem: string | undefined
}

// From a field, Enter and Escape lead back to the keys of the decisions.
const leave = (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** The rule that is broken, with its sentence in the owner's language, the reason, a note, and what is done about the owner. */
export function WithDecision({ owner, value, set, problem }: Props) {
  const { common, texts, role } = usePage('cases')
  const { template, reason, note } = value
  const language = languages.find((each) => each === owner?.language) ?? 'en'
  const rules = [{ value: '', label: texts.noRule }, ...optionsOf(CASE_TEMPLATES, texts)]
  return (
    <div className="admin-with">
      <NativeSelect
        id="rule"
        onKeyDown={leave}
        label={texts.rule}
        value={template}
        data={rules}
        aria-keyshortcuts="r"
        onChange={({ currentTarget }) => set({ template: currentTarget.value as With['template'] })}
      />
      <TextInput
        onKeyDown={leave}
        label={common.reason}
        value={reason}
        placeholder={common.reason}
        maxLength={500}
        error={problem}
        description={
          template ? (
            <>
              {texts.reasonHint} <q lang={language}>{GROUNDS[language][template]}</q>
            </>
          ) : (
            texts.reasonPlain
          )
        }
        onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
      />
      <TextInput
        onKeyDown={leave}
        label={common.note}
        value={note}
        maxLength={2000}
        description={common.noteHint}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
      {role === 'staff' && <Person value={value} set={set} isOff={!owner} />}
    </div>
  )
}

/** The key of each measure. */
export const MEASURE_KEYS = { warn: 'w', limited: 'l', suspended: 's' } as const

function Person({ value: { person }, set, isOff }: Pick<Props, 'value' | 'set'> & { isOff: boolean }) {
  const { texts } = usePage('cases')
  return (
    <fieldset className="admin-person" disabled={isOff}>
      <legend>{texts.person}</legend>
      {CASE_MEASURES.map((measure) => (
        <label key={measure}>
          <input
            type="checkbox"
            checked={person === measure}
            aria-keyshortcuts={MEASURE_KEYS[measure]}
            onChange={() => set({ person: person === measure ? '' : measure })}
          />
          <span data-key={MEASURE_KEYS[measure].toUpperCase()}>{texts[measure]}</span>
        </label>
      ))}
    </fieldset>
  )
}
