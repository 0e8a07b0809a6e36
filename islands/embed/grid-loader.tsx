import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { Texts } from '../../shared/texts/texts.ts'
import { watchView } from '../dom/watch-view.ts'
import type { EndlessList } from '../ui/endless-list.ts'

export type GridLoaderTexts = Pick<Texts, 'loading' | 'failed' | 'retry' | 'none'>

type Props = { list: InstanceType<typeof EndlessList>; texts: GridLoaderTexts; onRetry: () => void }

/** §4 The grid's end: it loads more when it comes into view, and says when that failed (§8) or there is nothing. */
export function GridLoader({ list, texts, onRetry }: Props) {
  useSignals()
  const loader = useRef<HTMLDivElement>(null)
  useEffect(() => (loader.current ? watchView(loader.current, list.showLoader) : undefined), [list])

  return (
    <div ref={loader} className="grid-loader" role="status" aria-busy={list.isFetching.value}>
      <Content list={list} texts={texts} onRetry={onRetry} />
    </div>
  )
}

function Content({ list, texts, onRetry }: Props) {
  useSignals()
  if (list.isError.value) {
    return (
      <>
        <span>{texts.failed}</span>
        {/* Not `disabled` while it tries: a disabled button would lose the focus. */}
        <button type="button" aria-disabled={list.isFetching.value} onClick={onRetry}>
          {texts.retry}
        </button>
      </>
    )
  }
  if (!list.isDoneFetching.value) return <span className="grid-spinner">{texts.loading}</span>
  return list.gifs.value.length === 0 ? <span>{texts.none}</span> : null
}
