import { Stack } from '@mantine/core'
import { useState } from 'react'
import { aheadOf, MomentField } from '../editorial/moment-field.tsx'
import { Ask } from '../parts/ask.tsx'

type Props = {
  title: string
  text?: string
  isBusy: boolean
  close: () => void
  /** @param at in seconds since 1970 */
  submit: (at: number) => void
}

/** Asks when something will happen. */
export function AskTime({ title, text, isBusy, close, submit }: Props) {
  const [at, setAt] = useState('')
  const [isSent, setSent] = useState(false)
  const send = () => {
    setSent(true)
    const seconds = aheadOf(at)
    if (seconds !== undefined) submit(seconds)
  }
  return (
    <Ask isOpen close={close} title={title} go={title} isBusy={isBusy} submit={send}>
      <Stack>
        {text}
        <MomentField value={at} change={setAt} isSent={isSent} autoFocus />
      </Stack>
    </Ask>
  )
}
