import { TextInput } from '@mantine/core'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { secondsOf } from './local-time.ts'

type Props = { value: string; change: (value: string) => void; isSent: boolean; autoFocus?: boolean }

/** A date and time ahead, in the zone of who reads. */
export function MomentField({ value, change, isSent, autoFocus = false }: Props) {
  const { schedule: texts } = useAdmin().texts
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <TextInput
      type="datetime-local"
      label={texts.at}
      description={interpolate(texts.zone, { zone: timeZone })}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      error={isSent && aheadOf(value) === undefined && texts.atNeeded}
      data-autofocus={autoFocus || undefined}
    />
  )
}

/** The field's time in seconds since 1970. @returns undefined for none, or one that has passed */
export function aheadOf(value: string): number | undefined {
  const seconds = secondsOf(value)
  return seconds !== undefined && seconds * 1000 > Date.now() ? seconds : undefined
}
