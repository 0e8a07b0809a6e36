import { useSignals } from '@preact/signals-react/runtime'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
} from 'react'
import { trackedUrl } from '../../shared/gif/item-path.ts'
import { draggedData, pickedGif } from '../../shared/picker/picker-gif.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { TileGrid } from '../list/grid.tsx'
import { indexOf, type ListOptions } from '../list/tile-list.tsx'
import { MoreButton } from './menu.tsx'
import { type PickerPart, RESULTS_ID, tabId } from './view-rows.tsx'

type Props = PickerPart & {
  area: RefObject<HTMLDivElement | null>
  /** Leads out of the grid, upwards. */
  onLeave: () => void
}

/** How near the end more is loaded, in CSS pixels. */
const NEAR_PX = 400

/** §2 The picker's grid: the tiles of the page at first, then those of any view. A press picks; a key or the button opens a GIF's menu. */
export function Results({ page, model, live, area, onLeave }: Props) {
  useSignals()
  const { id, list, none, searchedFor } = model.shown.value
  const options = useOptions(page, model)
  useLayoutEffect(() => {
    if (area.current && id > 0) area.current.scrollTop = 0
  }, [area, id])

  const panel = live && { role: 'tabpanel', 'aria-labelledby': tabId(model.view.value.type) }
  return (
    <div
      ref={area}
      id={RESULTS_ID}
      className="picker-results"
      {...handlersOf(page, model, onLeave)}
      {...panel}
    >
      {searchedFor.value && <SearchedFor {...{ page, model, live, onLeave }} words={searchedFor.value} />}
      <TileGrid
        key={id}
        {...options}
        texts={{ ...options.texts, none }}
        list={list}
        stale={model.isStale.value}
        nearPx={NEAR_PX}
        onNoTile={onLeave}
      />
    </div>
  )
}

/** What was searched for in place of what was typed, and the way to search for that. */
function SearchedFor({
  page: { texts },
  model,
  live,
  onLeave,
  words,
}: PickerPart & Pick<Props, 'onLeave'> & { words: string }) {
  // The button goes with what it says: the focus stays at the search.
  const insist = () => {
    onLeave()
    model.searchExactly()
  }
  return (
    <p className="picker-searched" role="status">
      {interpolate(texts.searchedFor, { term: words })}{' '}
      {live && (
        <button type="button" onClick={insist}>
          {interpolate(texts.searchInstead, { term: model.view.value.q })}
        </button>
      )}
    </p>
  )
}

/** What a press, a key and a drag do with the GIF that they happen on. */
function handlersOf(page: Props['page'], model: Props['model'], onLeave: () => void) {
  const gifAt = (event: { target: EventTarget }) => model.shown.value.list.gifs.value[indexOf(event)]
  const openMenu = (event: { target: EventTarget }, target: Element) => {
    const gif = gifAt(event)
    const button = target.closest('li')?.querySelector<HTMLElement>('.tile-more')
    if (!gif || !button) return
    model.openMenu({ gif, at: button, from: target.closest<HTMLElement>('.loop-tile') ?? button })
  }
  const onClick = (event: MouseEvent) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const gif = gifAt(event)
    if (!gif || !(target instanceof Element)) return
    if (target.closest('.tile-more')) openMenu(event, target)
    // With these keys a link opens elsewhere, as links do.
    else if (target.closest('.loop-tile') && !ctrlKey && !metaKey && !shiftKey) {
      event.preventDefault()
      model.pick(gif)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, target } = event
    const gif = gifAt(event)
    if (!gif || event.defaultPrevented || !(target instanceof Element)) return
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openMenu(event, target)
    else if ((key === 'Escape' || key === 'ArrowUp') && isPlain(event)) onLeave()
    else return
    event.preventDefault()
  }
  const onDragStart = (event: DragEvent) => {
    const gif = gifAt(event)
    if (!gif) return
    for (const [type, data] of Object.entries(draggedData(pickedGif(gif, page.publicUrl)))) {
      event.dataTransfer.setData(type, data)
    }
    event.dataTransfer.effectAllowed = 'copy'
  }
  return { onClick, onKeyDown, onDragStart }
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey

function useOptions(page: PickerPart['page'], model: PickerPart['model']): ListOptions {
  return useMemo(() => {
    const { publicUrl, tracking, texts, tiles } = page
    return {
      ...tiles,
      height: undefined,
      tabIndex: 0,
      hideAttribution: true,
      texts: { ...texts, none: '', verified: '' },
      hrefOf: (gif) => trackedUrl(gif, publicUrl, tracking),
      pressable: true,
      motion: model.motion,
      placedByPage: true,
      observe: model.observe,
      rows: {
        label: texts.results,
        more: (gif, tabIndex) => <MoreButton {...{ page, model, gif, tabIndex }} />,
      },
    }
  }, [page, model])
}
