import type { ReactNode } from 'react'
import type { AdminTexts } from '../../../shared/texts/admin/en.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin.ts'
import { FormDialog } from './calls.tsx'
import { type Field, useForm } from './form.tsx'
import { secondsOf } from './local-time.ts'

/** The field's time in seconds since 1970. @returns undefined for none, or one that has passed */
export function aheadOf(value: string): number | undefined {
  const seconds = secondsOf(value)
  return seconds !== undefined && seconds * 1000 > Date.now() ? seconds : undefined
}

/** The field `at` of a form: a date and time ahead, in the reader's zone. @param value what it holds */
export const momentField = (value: string, { schedule: texts }: AdminTexts): Field => ({
  name: 'at',
  type: 'datetime-local',
  label: texts.at,
  description: interpolate(texts.zone, { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  problem: aheadOf(value) === undefined && texts.atNeeded,
})

type Props = {
  title: string
  children?: ReactNode
  isBusy: boolean
  close: () => void
  /** @param at in seconds since 1970 */
  submit: (at: number) => void
}

/** Asks when something will happen. */
export function TimeDialog({ title, children, isBusy, close, submit }: Props) {
  const { texts } = useAdmin()
  const form = useForm({ at: '' })
  const { at } = form.values
  return (
    <FormDialog
      close={close}
      title={title}
      form={form}
      fields={[{ ...momentField(at, texts), isFirst: true }]}
      go={title}
      isBusy={isBusy}
      submit={() => submit(aheadOf(at) ?? 0)}
    >
      {children}
    </FormDialog>
  )
}
