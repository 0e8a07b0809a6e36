import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { CHOSEN_RATINGS, RATINGS } from '../../../shared/schema/choices.ts'
import type { AdminTexts } from '../../../shared/texts/admin/en.ts'

/** The values of a form, by the names of its fields. */
export type Values = Readonly<Record<string, string | boolean>>

/** What a form holds. `isSent` once it was sent: its problems are shown from then on. */
export type Form = {
  values: Values
  /** @param isTyped whether it was typed, letter by letter, not chosen */
  set: (changed: Values, isTyped?: boolean) => void
  isSent: boolean
  setSent?: (isSent: boolean) => void
}

/** The state of a form. */
export function useForm<V extends Values>(first: V | (() => V)) {
  const [values, setValues] = useState(first)
  const [isSent, setSent] = useState(false)
  const set = (changed: Values) => setValues((all) => ({ ...all, ...changed }))
  return { values, set, isSent, setSent }
}

type Option = { value: string; label: string }

/** One field, as a row of a form's table. */
export type Field = {
  name: string
  label: string
  description?: string | undefined
  placeholder?: string
  /** Why its value cannot be sent. */
  problem?: string | false | undefined
  /** A line of text where it says nothing; `lines` are several, `check` is a checkbox. */
  type?: 'search' | 'url' | 'number' | 'datetime-local' | 'lines' | 'check'
  /** The values to choose among. */
  options?: readonly (Option | string)[]
  /** Of what is typed. */
  clean?: (text: string) => string
  maxLength?: number
  min?: number
  max?: number
  rows?: number
  /** It has the focus when its dialog opens. */
  isFirst?: boolean
}

type ControlProps = { field: Field; form: Form }
type Changed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

function Control({ field, form: { values, set, isSent } }: ControlProps) {
  const { name, type, problem, options, clean, isFirst, ...rest } = field
  const value = values[name] ?? ''
  if (type === 'check') {
    return (
      <Checkbox
        label={field.label}
        checked={value === true}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
      />
    )
  }
  const control = {
    ...rest,
    value: String(value),
    error: isSent && problem,
    'data-autofocus': isFirst || undefined,
    onChange: ({ currentTarget }: Changed) =>
      set({ [name]: clean?.(currentTarget.value) ?? currentTarget.value }, !options),
  }
  if (options) return <NativeSelect {...control} data={[...options]} />
  return type === 'lines' ? <Textarea {...control} /> : <TextInput {...control} {...(type && { type })} />
}

/** The controls of a form's fields, in their order. */
export const Fields = ({ form, fields }: { form: Form; fields: readonly Field[] }) =>
  fields.map((field) => <Control key={field.name} field={field} form={form} />)

type Sending = {
  form?: Form | undefined
  fields: readonly Field[]
  isBusy?: boolean
  submit: () => void
}

/** What a form does when it is sent: it shows the problems of its fields, or submits. */
export const submitOf =
  ({ form, fields, isBusy = false, submit }: Sending) =>
  (event: FormEvent) => {
    event.preventDefault()
    form?.setSent?.(true)
    if (!isBusy && fields.every(({ problem }) => !problem)) submit()
  }

/** Values to choose among, each with its text. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
): Option[] => values.map((value) => ({ value, label: texts[value] }))

const ratingOptions = (ratings: readonly string[]): Option[] =>
  ratings.map((value) => ({ value, label: value.toUpperCase() }))

/** Ratings to choose among: an item's, and those that a person can choose. */
export const RATING_OPTIONS = ratingOptions(RATINGS)
export const CHOSEN_RATING_OPTIONS = ratingOptions(CHOSEN_RATINGS)

/** The field `note` of a form: a note for the team. */
export const noteField = ({ note, noteHint }: AdminTexts['common']): Field => ({
  name: 'note',
  type: 'lines',
  label: note,
  description: noteHint,
  maxLength: 2000,
})
