import { Button } from '@mantine/core'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import type { Failure } from './use-bulk.ts'

type Props = {
  selected: readonly LibraryItem[]
  selectPage: () => void
  deselect: () => void
  change: () => void
  progress: { done: number; total: number } | undefined
  failures: readonly Failure[]
  stop: () => void
}

/** What is selected, what can be done with it, and how far it is. */
export function BulkBar({ selected, selectPage, deselect, change, progress, failures, stop }: Props) {
  const texts = useAdmin().texts.library
  const { done = 0, total = 0 } = progress ?? {}
  return (
    <section className="admin-bulk" aria-label={texts.bulk}>
      <span role="status">
        {progress
          ? interpolate(texts.running, { done, total })
          : interpolate(texts.selected, { count: selected.length })}
      </span>
      {progress ? (
        <>
          <progress max={total} value={done} aria-label={texts.progress} />
          <Button variant="default" size="xs" onClick={stop}>
            {texts.stop}
          </Button>
        </>
      ) : (
        <div className="admin-actions">
          <Button variant="default" size="xs" onClick={selectPage}>
            {texts.selectPage}
          </Button>
          <Button variant="default" size="xs" onClick={deselect} disabled={selected.length === 0}>
            {texts.deselect}
          </Button>
          <Button size="xs" onClick={change} disabled={selected.length === 0}>
            {texts.change}
          </Button>
        </div>
      )}
      {failures.length > 0 && (
        <div role="alert" className="admin-bulk-failures">
          <p>{interpolate(texts.failedSome, { count: failures.length })}</p>
          <ul>
            {failures.map(({ item, text }) => (
              <li key={item.id}>
                <bdi>{item.title || item.id}</bdi>: {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
