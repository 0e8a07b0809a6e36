import { useRef, useState } from 'react'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { failureText, useGuard, usePage, useReread, useSay } from '../admin.tsx'
import { SmallButton } from '../parts/elements.tsx'
import { type AdminField, FormDialog, optionsOf, RATING_OPTIONS, useForm } from '../parts/form.tsx'
import {
  type BulkFields,
  fieldsNow,
  STEPS,
  tagsOf,
  type VisibilityStep,
  type Wish,
  wishedFields,
  writeFields,
} from './item.tsx'

/** One item of a bulk, as it was seen, and what is changed of it. */
type Job = { item: LibraryItem; fields: BulkFields }
type Failure = { item: LibraryItem; text: string }

const backOf = ({ item, fields }: Job): Job => ({
  item: { ...item, ...fields },
  fields: fieldsNow(item, fields),
})

/** Changes items one after the other, past failures; an undo takes it back. @param ended gets those that did not change */
function useBulk(ended: (left: LibraryItem[]) => void) {
  const { common, texts, fill } = usePage('library')
  const reread = useReread()
  const say = useSay()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const isStopped = useRef(false)

  async function run(jobs: readonly Job[]): Promise<void> {
    isStopped.current = false
    const failed: Failure[] = []
    const changed: Job[] = []
    setFailures([])
    for (const [done, job] of jobs.entries()) {
      if (isStopped.current) break
      setProgress({ done, total: jobs.length })
      try {
        await writeFields(job.item, job.fields)
        changed.push(job)
      } catch (error) {
        failed.push({ item: job.item, text: failureText(error, common) })
        setFailures([...failed])
      }
    }
    setProgress(undefined)
    ended(jobs.filter((job) => !changed.includes(job)).map(({ item }) => item))
    await reread('library')
    if (changed.length === 0) return
    say({ text: fill(texts.changed, { count: changed.length }), undo: () => void run(changed.map(backOf)) })
  }

  // What is left would be lost with the page.
  useGuard(progress !== undefined)

  const stop = () => {
    isStopped.current = true
  }
  return { progress, failures, run, stop }
}

type Props = {
  selected: readonly LibraryItem[]
  select: (items: readonly LibraryItem[]) => void
  /** Selects the items of the page too. */
  selectPage: () => void
}

/** What is selected, what can be done with it, and how far that is. */
export function BulkBar({ selected, select, selectPage }: Props) {
  const { texts, fill } = usePage('library')
  const [isChanging, setChanging] = useState(false)
  const { run, progress, failures, stop } = useBulk(select)
  const { done = 0, total = 0 } = progress ?? {}
  const isEmpty = selected.length === 0
  return (
    <section className="admin-bulk" aria-label={texts.bulk}>
      <span role="status">
        {progress ? fill(texts.running, { done, total }) : fill(texts.selected, { count: selected.length })}
      </span>
      {progress ? (
        <>
          <progress max={total} value={done} aria-label={texts.progress} />
          <SmallButton onClick={stop}>{texts.stop}</SmallButton>
        </>
      ) : (
        <div className="admin-actions">
          <SmallButton onClick={selectPage}>{texts.selectPage}</SmallButton>
          <SmallButton onClick={() => select([])} disabled={isEmpty}>
            {texts.deselect}
          </SmallButton>
          <SmallButton variant="filled" onClick={() => setChanging(true)} disabled={isEmpty}>
            {texts.change}
          </SmallButton>
        </div>
      )}
      <Failures failures={failures} />
      {isChanging && (
        <BulkForm items={selected} close={() => setChanging(false)} run={(jobs) => void run(jobs)} />
      )}
    </section>
  )
}

function Failures({ failures }: { failures: readonly Failure[] }) {
  const { texts, fill } = usePage('library')
  if (failures.length === 0) return null
  return (
    <div role="alert" className="admin-bulk-failures">
      <p>{fill(texts.failedSome, { count: failures.length })}</p>
      <ul>
        {failures.map(({ item, text }) => (
          <li key={item.id}>
            <bdi>{item.title || item.id}</bdi>: {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The most tags of an item, and characters of a tag. */
const TAGS_MAX = 40
const TAG_MAX = 100

const STEPS_OF_MODERATORS: readonly VisibilityStep[] = ['hide', 'show']
const STEPS_OF_STAFF = Object.keys(STEPS) as VisibilityStep[]

const areWrong = (wish: Wish, jobs: readonly Job[]) =>
  wish.add.some((tag) => tag.length > TAG_MAX) ||
  jobs.some(({ fields: { tags = [] } }) => tags.length > TAGS_MAX)

type FormProps = { items: readonly LibraryItem[]; close: () => void; run: (jobs: Job[]) => void }

/** What is to be changed of many items at once. */
function BulkForm({ items, close, run }: FormProps) {
  const { texts, role, fill } = usePage('library')
  const form = useForm({ rating: '', add: '', remove: '', step: '' })
  const { values } = form
  const wish = { ...values, add: tagsOf(values.add), remove: tagsOf(values.remove) } as Wish
  const jobs = items
    .map((item) => ({ item, fields: wishedFields(item, wish) }))
    .filter(({ fields }) => Object.keys(fields).length > 0)
  const keep = { value: '', label: texts.keep }
  const tags = { description: texts.tagsHint, maxLength: 1000 }
  const ratings = [keep, ...RATING_OPTIONS]
  const steps = [keep, ...optionsOf(role === 'staff' ? STEPS_OF_STAFF : STEPS_OF_MODERATORS, texts)]
  const ofStaff: AdminField[] = [
    { name: 'rating', label: texts.rating, options: ratings, isFirst: true },
    { name: 'add', label: texts.add, ...tags, problem: areWrong(wish, jobs) && texts.tagsWrong },
    { name: 'remove', label: texts.remove, ...tags },
  ]
  return (
    <FormDialog
      close={close}
      title={fill(texts.bulkTitle, { count: items.length })}
      form={form}
      fields={[
        ...(role === 'staff' ? ofStaff : []),
        { name: 'step', label: texts.visibility, options: steps },
      ]}
      after={
        <span role="status" className="admin-soft">
          {form.isSent && jobs.length === 0 && texts.nothing}
        </span>
      }
      go={jobs.length === 0 ? texts.change : fill(texts.bulkGo, { count: jobs.length })}
      submit={() => {
        if (jobs.length === 0) return
        close()
        run(jobs)
      }}
    />
  )
}
