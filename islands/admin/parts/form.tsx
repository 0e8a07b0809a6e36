import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { own } from '../../../shared/own.ts'
import { CHOSEN_RATINGS, RATINGS } from '../../../shared/schema/choices.ts'
import type { AdminTexts } from '../../../shared/texts/admin/en.data.ts'
import { interpolate } from '../../../shared/texts/languages.ts'
import { type Change, useAdmin, useChange } from '../admin.tsx'
import { FormModal, useUnsaved } from './unsaved.tsx'

/** The values of a form, by the names of its fields. */
export type Values = Readonly<Record<string, string | boolean>>

/** What a form holds. `isSent` once it was sent: its problems are shown from then on. */
export type FormState = {
  values: Values
  /** @param isTyped whether it was typed, letter by letter, not chosen */
  set: (changed: Values, isTyped?: boolean) => void
  isSent: boolean
  setSent?: (isSent: boolean) => void
  /** Whether it holds what is not saved. */
  isChanged?: boolean
}

/** The state of a form. What is not saved in it is not left without a question. `settle`: that is saved now. */
export function useForm<V extends Values>(first: V | (() => V)) {
  const [values, setValues] = useState(first)
  const [isSent, setSent] = useState(false)
  const [saved, settle] = useState(values)
  const set = (changed: Values) => setValues((all) => ({ ...all, ...changed }))
  const isChanged = Object.entries(values).some(([name, value]) => value !== own(saved, name))
  useUnsaved(isChanged)
  return { values, set, isSent, setSent, isChanged, settle }
}

/** Whether a value is as a field of a call has it. */
export const fits = (schema: v.GenericSchema, value: unknown): boolean => v.is(schema, value)

/** Some of a record's fields. */
export const pick = <All extends object, Name extends keyof All>(
  all: All,
  names: readonly Name[],
): Pick<All, Name> => Object.fromEntries(names.map((name): unknown[] => [name, all[name]]))

type Option = { value: string; label: string }

/** One field, as a row of a form's table. */
export type AdminField = {
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
  /** Where something else sets it. */
  disabled?: boolean
  /** It has the focus when its dialog opens. */
  isFirst?: boolean
  /** Another way to fill it in, below it. */
  after?: ReactNode
}

type ControlProps = { field: AdminField; form: FormState }
type Changed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

function Control({ field, form: { values, set, isSent } }: ControlProps) {
  const { name, type, problem, options, clean, isFirst, after, ...rest } = field
  const value = own(values, name) ?? ''
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
  if (type !== 'lines') return <TextInput {...control} {...(type && { type })} />
  return (
    <div className="admin-add">
      <Textarea {...control} />
      {after}
    </div>
  )
}

/** The controls of a form's fields, in their order. */
export const Fields = ({ form, fields }: { form: FormState; fields: readonly AdminField[] }) =>
  fields.map((field) => <Control key={field.name} field={field} form={form} />)

type Sending = {
  form?: FormState | undefined
  fields: readonly AdminField[]
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
export const noteField = ({ note, noteHint }: AdminTexts['common']): AdminField => ({
  name: 'note',
  type: 'lines',
  label: note,
  description: noteHint,
  maxLength: 2000,
})

type FormDialogProps = {
  isOpen?: boolean
  close: () => void
  title: string
  /** What the dialog says, above its fields. */
  children?: ReactNode
  /** Its fields, and their values. */
  form?: FormState
  fields?: readonly AdminField[]
  /** What follows the fields. */
  after?: ReactNode
  /** The button that does it; `danger` for what cannot be undone. */
  go: string
  danger?: boolean
  isBusy?: boolean
  size?: 'lg'
  /** Whether another dialog has opened it. */
  isAbove?: boolean
  /** Called when no field has a problem. */
  submit: () => void
}

/** A dialog with a form: what will happen, its fields, and the two ways out. */
export function FormDialog(props: FormDialogProps) {
  const { common } = useAdmin().texts
  const { isOpen = true, close, title, children, form, fields = [], after } = props
  const { go, danger = false, isBusy = false, size = 'md', isAbove = false, submit } = props
  return (
    <FormModal
      opened={isOpen}
      close={close}
      title={title}
      size={size}
      isChanged={form?.isChanged}
      isAbove={isAbove}
    >
      <form onSubmit={submitOf({ form, fields, isBusy, submit })} noValidate>
        {form ? (
          <Stack>
            {children}
            <Fields form={form} fields={fields} />
            {after}
          </Stack>
        ) : (
          children
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" color={danger ? 'red' : 'violet'} loading={isBusy}>
            {go}
          </Button>
        </Group>
      </form>
    </FormModal>
  )
}

type ChangeDialogProps<Input> = Omit<FormDialogProps, 'isOpen' | 'isBusy' | 'submit'> &
  Change<Input> & {
    /** What the change would be made with; undefined while nothing is asked. */
    input: Input | undefined
    /** It would change nothing: it closes then. */
    isSame?: boolean
  }

/** Asks before a change is made, which closes it; or fills in what it is made with. */
export function ChangeDialog<Input>(props: ChangeDialogProps<Input>) {
  const { input, isSame = false, close, done, ...dialog } = props
  const end = (made: Input) => {
    close()
    done?.(made)
  }
  const change = useChange({ ...dialog, done: end })
  const submit = () => (isSame ? close() : input !== undefined && change.mutate(input))
  return (
    <FormDialog {...dialog} {...{ close, submit }} isOpen={input !== undefined} isBusy={change.isPending} />
  )
}

/** A change that is asked about first: what the dialog says, and the button that makes it. */
type Question = Change<null> & Pick<FormDialogProps, 'title' | 'children' | 'go' | 'danger' | 'isAbove'>

const NO_QUESTION: Question = { list: '', write: async () => {}, message: () => '', title: '', go: '' }

/** A page's questions before changes. @returns `ask`, and the dialog, which stays in the page to give the focus back */
export function useConfirm() {
  const [{ isOpen, ...question }, set] = useState({ ...NO_QUESTION, isOpen: false })
  const close = () => set({ ...question, isOpen: false })
  const dialog = <ChangeDialog {...question} input={isOpen ? null : undefined} close={close} />
  return { ask: (asked: Question) => set({ ...asked, isOpen: true }), dialog }
}
export type Ask = ReturnType<typeof useConfirm>['ask']

/** A time of a `datetime-local` field, in the reader's zone, as seconds since 1970. @returns undefined for none */
export function secondsOf(local: string): number | undefined {
  const ms = new Date(local).getTime()
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

/** The field's time in seconds since 1970. @returns undefined for none, or one that has passed */
export function aheadOf(value: string): number | undefined {
  const seconds = secondsOf(value)
  return seconds !== undefined && seconds * 1000 > Date.now() ? seconds : undefined
}

/** The field `at` of a form: a date and time ahead, in the reader's zone. @param value what it holds */
export const momentField = (value: string, { schedule: texts }: AdminTexts): AdminField => ({
  name: 'at',
  type: 'datetime-local',
  label: texts.at,
  description: interpolate(texts.zone, { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  problem: aheadOf(value) === undefined && texts.atNeeded,
})
