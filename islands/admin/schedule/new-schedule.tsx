import { Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { findItems, ItemGone } from '../editorial/find-items.ts'
import type { Day } from '../editorial/local-time.ts'
import { aheadOf, MomentField } from '../editorial/moment-field.tsx'
import { gateway } from '../gateway-client.ts'
import { Ask } from '../parts/ask.tsx'
import { gifIdsOf } from '../parts/gif-ids.ts'
import { useChange } from '../parts/use-change.ts'
import { whenText } from '../parts/when.tsx'

type Input = { ids: string[]; timestamp: number }

/** The hour that a chosen day begins with: most schedule for the working day. */
const HOUR = '09:00'

/** Puts items into the schedule. @param day chosen in the calendar */
export function NewSchedule({ day, close }: { day?: Day | undefined; close: () => void }) {
  const { texts: all, language } = useAdmin()
  const { schedule: texts, takedowns } = all
  const [items, setItems] = useState('')
  const [at, setAt] = useState(day ? `${day}T${HOUR}` : '')
  const [isSent, setSent] = useState(false)
  const { ids, wrongLine } = gifIdsOf(items)
  const create = useChange({
    of: 'schedule',
    async write({ ids, timestamp }: Input) {
      const gifs = (await findItems(ids)).map(({ id, is_sticker }) => ({ id, is_sticker }))
      return gateway.createSchedule({ gifs, timestamp })
    },
    said: ({ ids, timestamp }) =>
      interpolate(texts.done, {
        count: ids.length,
        when: whenText(new Date(timestamp * 1000).toISOString(), language),
      }),
    failed: (error) => (error instanceof ItemGone ? interpolate(texts.gone, { id: error.id }) : undefined),
    done: close,
  })
  const itemsProblem = wrongLine
    ? interpolate(takedowns.itemsWrong, { line: wrongLine })
    : ids.length === 0 && takedowns.itemsNeeded
  const submit = () => {
    setSent(true)
    const timestamp = aheadOf(at)
    if (!itemsProblem && timestamp !== undefined) create.mutate({ ids, timestamp })
  }
  return (
    <Ask isOpen close={close} title={texts.add} go={texts.add} isBusy={create.isPending} submit={submit}>
      <Stack>
        <Textarea
          label={texts.items}
          description={takedowns.itemsHint}
          rows={4}
          value={items}
          onChange={({ currentTarget }) => setItems(currentTarget.value)}
          error={isSent && itemsProblem}
          data-autofocus
        />
        <MomentField value={at} change={setAt} isSent={isSent} />
      </Stack>
    </Ask>
  )
}
