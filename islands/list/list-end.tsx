import { useSignals } from '@preact/signals-react/runtime'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Texts } from '../../shared/texts/en.ts'
import { observeView } from '../dom/observe-view.ts'
import type { EndlessList } from './endless-list.ts'

export type ListEndTexts = Pick<Texts, 'loading' | 'failed' | 'retry' | 'none'>

type Props = {
  list: EndlessList
  texts: ListEndTexts
  /** If it is missing, a failure is silent: the list ends (§4, the carousel). */
  onRetry?: (() => void) | undefined
  /** Nothing loads by itself: what is in view came there by a key, not by the visitor's scrolling. */
  held?: boolean | undefined
  /** How near its view it loads more, in CSS pixels. */
  nearPx?: number | undefined
  /** The page itself says what the end shows, and its way to try again is a button. */
  quiet?: boolean
}

/**
 * §4 A list's end: it loads more when it comes into view, and shows a failure (§8) or an empty list. A list that has
 * grown gets a new element below its tiles: moving the old one would be a layout shift.
 */
export function ListEnd(props: Props) {
  useSignals()
  return <End key={props.list.gifs.value.length} {...props} />
}

function End({ nearPx, held = false, quiet = false, ...props }: Props) {
  useSignals()
  const { list } = props
  const end = useRef<HTMLDivElement>(null)
  useEffect(
    () => (end.current && !held ? observeView(end.current, list.showLoader, nearPx) : list.showLoader(false)),
    [list, held, nearPx],
  )

  return (
    <div
      ref={end}
      className="loop-end"
      role={quiet ? undefined : 'status'}
      aria-busy={quiet ? undefined : list.isFetching.value}
      data-more={!list.isDoneFetching.value || undefined}
    >
      <Content {...props} quiet={quiet} />
    </div>
  )
}

function Content(props: Props): ReactNode {
  useSignals()
  const { list, texts, onRetry } = props
  if (list.isError.value) return onRetry ? <Failed {...props} onRetry={onRetry} /> : null
  if (!list.isDoneFetching.value) return <span className="loop-spinner">{texts.loading}</span>
  return list.gifs.value.length === 0 ? <span>{texts.none}</span> : null
}

/** An empty address is the page's own. */
const THIS_PAGE = ''

/** A failure with its way out, which stays while it tries: the focus would go with it. */
function Failed({ list, texts, onRetry, quiet }: Props & { onRetry: () => void }) {
  useSignals()
  const retry = (event: MouseEvent) => {
    event.preventDefault()
    onRetry()
  }
  const shared = { 'aria-disabled': list.isFetching.value, onClick: retry }
  return (
    <>
      <span>{texts.failed}</span>
      {quiet ? (
        <button type="button" className="loop-retry" {...shared}>
          {texts.retry}
        </button>
      ) : (
        // Without scripts the page itself is tried again.
        <a className="loop-retry" href={THIS_PAGE} {...shared}>
          {texts.retry}
        </a>
      )}
    </>
  )
}
