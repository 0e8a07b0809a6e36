import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { RATINGS } from '../../../shared/schema/choices.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { Ask } from '../parts/ask.tsx'
import { fieldsOf, STEPS, type Step, tagsOf, type Wish } from './bulk.ts'
import type { Job } from './use-bulk.ts'

/** An item has no more. */
const TAGS_MAX = 40

const STEPS_OF_MODERATORS: readonly Step[] = ['hide', 'show']

type Props = { items: readonly LibraryItem[]; close: () => void; run: (jobs: Job[]) => void }

/** What is to be changed of many items at once. */
export function BulkForm({ items, close, run }: Props) {
  const { texts: all, role } = useAdmin()
  const texts = all.library
  const [wish, setWish] = useState({ rating: '', add: '', remove: '', step: '' })
  const [isSent, setSent] = useState(false)
  const set = (changed: Partial<typeof wish>) => setWish({ ...wish, ...changed })
  const keep = { value: '', label: texts.keep }
  const steps = role === 'staff' ? (Object.keys(STEPS) as Step[]) : STEPS_OF_MODERATORS

  const asked = { ...wish, add: tagsOf(wish.add), remove: tagsOf(wish.remove) } as Wish
  const jobs = items
    .map((item) => ({ item, fields: fieldsOf(item, asked) }))
    .filter(({ fields }) => Object.keys(fields).length > 0)
  const tooMany = jobs.some(({ fields: { tags = [] } }) => tags.length > TAGS_MAX)
  const isWrong = asked.add.some((tag) => tag.length > 100) || tooMany
  const submit = () => {
    setSent(true)
    if (isWrong || jobs.length === 0) return
    close()
    run(jobs)
  }
  return (
    <Ask
      isOpen
      close={close}
      title={interpolate(texts.bulkTitle, { count: items.length })}
      go={jobs.length === 0 ? texts.change : interpolate(texts.bulkGo, { count: jobs.length })}
      submit={submit}
    >
      <Stack>
        {role === 'staff' && (
          <>
            <NativeSelect
              label={texts.rating}
              value={wish.rating}
              data={[keep, ...RATINGS.map((value) => ({ value, label: value.toUpperCase() }))]}
              onChange={({ currentTarget }) => set({ rating: currentTarget.value })}
              data-autofocus
            />
            <TextInput
              label={texts.add}
              description={texts.tagsHint}
              value={wish.add}
              maxLength={1000}
              onChange={({ currentTarget }) => set({ add: currentTarget.value })}
              error={isSent && isWrong && texts.tagsWrong}
            />
            <TextInput
              label={texts.remove}
              description={texts.tagsHint}
              value={wish.remove}
              maxLength={1000}
              onChange={({ currentTarget }) => set({ remove: currentTarget.value })}
            />
          </>
        )}
        <NativeSelect
          label={texts.visibility}
          value={wish.step}
          data={[keep, ...steps.map((value) => ({ value, label: texts[value] }))]}
          onChange={({ currentTarget }) => set({ step: currentTarget.value })}
        />
        <span role="status" className="admin-soft">
          {isSent && jobs.length === 0 && texts.nothing}
        </span>
      </Stack>
    </Ask>
  )
}
