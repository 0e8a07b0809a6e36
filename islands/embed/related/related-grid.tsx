import { useModel, useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { FETCH_DEBOUNCE_MS } from '../../../shared/limits.ts'
import { textsIn } from '../../../shared/texts/texts.ts'
import { isRoomy } from '../../dom/is-roomy.ts'
import { scrollerOf } from '../../dom/scroller-of.ts'
import { EndlessList } from '../../list/endless-list.ts'
import { ListEnd } from '../../list/list-end.tsx'
import type { EmbedModel } from '../../model/embed-model.ts'
import type { EmbedProps } from '../../model/embed-props.ts'
import { relatedPages } from './related-pages.ts'
import { RelatedTiles } from './related-tiles.tsx'
import { useGridWidth } from './use-grid-width.ts'
import { useHeld } from './use-held.ts'

type RelatedGridProps = Pick<EmbedProps, 'lang' | 'id' | 'kind' | 'tracking'> & { model: EmbedModel }

/**
 * §2 The related grid of the embed, desktop only: rendered once, on the first hover. It scrolls with the nearest
 * ancestor that scrolls, which is the footer. The server renders its place alone: widths are the browser's to know.
 */
export default function RelatedGrid({ lang, id, kind, tracking, model }: RelatedGridProps) {
  useSignals()
  const place = useRef<HTMLElement>(null)
  const list = useModel(
    () => new EndlessList(relatedPages(id, kind === 'sticker', model.report), FETCH_DEBOUNCE_MS.grid),
  )
  const width = useGridWidth()
  const texts = textsIn(lang)
  const asked = model.gridShown.value
  const shown = asked && width.value > 0

  useEffect(() => {
    if (asked && isRoomy()) list.fetchNow()
  }, [asked, list])

  useScrolling(place, model)
  const held = useHeld(place)

  const retry = useCallback(async () => {
    const known = list.gifs.value.length
    await list.fetchNow()
    // The button goes with the error: the focus that stood on it goes on with what has come.
    if (!list.isError.value) requestAnimationFrame(() => focusTile(place.current, known))
  }, [list])

  return (
    <section ref={place} className="related-grid extra" aria-label={shown ? texts.related : undefined}>
      {shown && (
        <>
          <RelatedTiles list={list} width={width} tracking={tracking} model={model} />
          <ListEnd list={list} texts={texts} onRetry={retry} held={held} />
        </>
      )}
    </section>
  )
}

const focusTile = (grid: Element | null, at: number) =>
  grid?.querySelectorAll<HTMLElement>('.loop-tile')[at]?.focus()

/** §4 Scrolling within the footer; when the footer closes, its next visitor finds it at the top. */
function useScrolling(place: RefObject<Element | null>, model: EmbedModel) {
  useEffect(() => {
    const scroller = place.current && scrollerOf(place.current)
    if (!scroller) return
    const onScroll = () => model.scrollGrid(scroller.scrollTop <= 0)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    const stopClosing = model.footerOpen.subscribe((open) => {
      if (!open) scroller.scrollTop = 0
    })
    return () => {
      stopClosing()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [place, model])
}
