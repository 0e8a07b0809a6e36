import { useState } from 'react'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { usePage } from '../admin.tsx'
import { SmallButton } from '../parts/elements.tsx'
import { useBulk } from './bulk.ts'
import { BulkForm, BulkTakeDown } from './bulk-form.tsx'

type Bulk = ReturnType<typeof useBulk>

type Props = {
  selected: readonly LibraryItem[]
  select: (items: readonly LibraryItem[]) => void
  /** Selects the items of the page too. */
  selectPage: () => void
  /** What the list is asked by. */
  asked: Parameters<Bulk['collect']>[0]
}

/** What is selected, what can be done with it, and how far that is. */
export function BulkBar({ selected, select, selectPage, asked }: Props) {
  const { all, texts, role, fill } = usePage('library')
  const [open, setOpen] = useState<'change' | 'takedown'>()
  const { run, progress, failures, collect, stop } = useBulk(select)
  const { done = 0, total = 0 } = progress ?? {}
  const isEmpty = selected.length === 0
  const selectAll = async () => select([...selected, ...(await collect(asked))])
  const dialog = {
    items: selected,
    close: () => setOpen(undefined),
    run: (jobs: Parameters<Bulk['run']>[0]) => void run(jobs),
  }
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
          <SmallButton onClick={() => void selectAll()}>{texts.selectAll}</SmallButton>
          <SmallButton onClick={() => select([])} disabled={isEmpty}>
            {texts.deselect}
          </SmallButton>
          {role === 'staff' && (
            <SmallButton onClick={() => setOpen('takedown')} disabled={isEmpty}>
              {all.takedowns.add}
            </SmallButton>
          )}
          <SmallButton variant="filled" onClick={() => setOpen('change')} disabled={isEmpty}>
            {texts.change}
          </SmallButton>
        </div>
      )}
      <Failures failures={failures} />
      {open === 'change' && <BulkForm {...dialog} />}
      {open === 'takedown' && <BulkTakeDown {...dialog} />}
    </section>
  )
}

function Failures({ failures }: Pick<Bulk, 'failures'>) {
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
