import { useSignals } from '@preact/signals-react/runtime'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Texts } from '../../shared/texts/en.ts'
import { observeView } from '../dom/observe-view.ts'
import type { EndlessList } from './endless-list.ts'

export type ListEndTexts = Pick<Texts, 'loading' | 'failed' | 'retry' | 'none'>

type Props = {
  list: InstanceType<typeof EndlessList>
  texts: ListEndTexts
  /** If it is missing, a failure is silent: the list ends (§4, the carousel). */
  onRetry?: (() => void) | undefined
  /** Nothing loads by itself: what is in view came there by a key, not by the visitor's scrolling. */
  held?: boolean
}

/**
 * §4 A list's end: it loads more when it comes into view, and shows a failure (§8) or an empty list. A list that has
 * grown gets a new element below its tiles: moving the old one would be a layout shift.
 */
export function ListEnd(props: Props) {
  useSignals()
  return <End key={props.list.gifs.value.length} {...props} />
}

function End({ list, texts, onRetry, held = false }: Props) {
  useSignals()
  const end = useRef<HTMLDivElement>(null)
  useEffect(
    () => (end.current && !held ? observeView(end.current, list.showLoader) : list.showLoader(false)),
    [list, held],
  )

  return (
    <div
      ref={end}
      className="loop-end"
      role="status"
      aria-busy={list.isFetching.value}
      data-more={!list.isDoneFetching.value || undefined}
    >
      <Content list={list} texts={texts} onRetry={onRetry} />
    </div>
  )
}

function Content({ list, texts, onRetry }: Props): ReactNode {
  useSignals()
  if (list.isError.value) return onRetry ? <Failed list={list} texts={texts} onRetry={onRetry} /> : null
  if (!list.isDoneFetching.value) return <span className="loop-spinner">{texts.loading}</span>
  return list.gifs.value.length === 0 ? <span>{texts.none}</span> : null
}

/** An empty address is the page's own. */
const THIS_PAGE = ''

function Failed({ list, texts, onRetry }: Props & { onRetry: () => void }) {
  useSignals()
  const retry = (event: MouseEvent) => {
    event.preventDefault()
    onRetry()
  }
  return (
    <>
      <span>{texts.failed}</span>
      {/* Without scripts the page itself is tried again. Not gone while it tries: that would lose the focus. */}
      <a className="loop-retry" href={THIS_PAGE} aria-disabled={list.isFetching.value} onClick={retry}>
        {texts.retry}
      </a>
    </>
  )
}
