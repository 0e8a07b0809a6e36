import { batch, effect, signal } from '@preact/signals-core'
import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { keptFavorites } from '../favorites/favorites.ts'
import { type EndlessList, endlessList, type ListSource } from '../list/endless-list.tsx'
import { startWith } from '../list/fetch-gifs.ts'
import { type PickerView, pagesOf } from './pages.ts'
import type { PickerPageProps } from './picker-props.ts'

type Telling = {
  post: (message: { type: 'fetched'; count: number } | { type: 'error'; message: string }) => void
  sayQuietly: (text: string) => void
}

/** Tells the host, and those who do not see it, of each page of a list that comes from now on; the result stops it. */
function tellOf(list: EndlessList, none: string, { texts }: PickerPageProps, { post, sayQuietly }: Telling) {
  let isNews = false
  return effect(() => {
    const count = list.gifs.value.length
    const done = list.isDoneFetching.value
    if (isNews) {
      post({ type: 'fetched', count })
      if (count === 0) sayQuietly(none)
      else if (done) sayQuietly(interpolate(count === 1 ? texts.foundOne : texts.found, { count }))
    }
    isNews = true
  })
}

/** What an empty list says. */
function emptyWord({ texts, noResultsMessage }: PickerPageProps, { kind }: PickerView): string {
  if (kind === 'recent') return texts.noRecent
  if (kind === 'favorites') return keptFavorites() ? texts.noFavorites : texts.noStorage
  return noResultsMessage || texts.findNone
}

/** The view, and the list that is shown for it: another one takes its place once its first page is there. */
export function createLists(page: PickerPageProps, first: Parameters<typeof startWith>[0], telling: Telling) {
  const { type, q = '' } = page.list
  const view = signal<PickerView>({ kind: 'list', type, q })
  const isStale = signal(false)
  let latest: EndlessList | undefined
  let stopTelling = () => {}

  const next = (of: PickerView, start?: ListSource['start'], words = '') => {
    const searchedFor = signal(words)
    const read = pagesOf(of, page.list)
    const fetchPage: ListSource['fetchPage'] = async (offset) => {
      const found = await read(offset)
      if (offset === 0) searchedFor.value = found.searchedFor ?? ''
      return found
    }
    const onError = (error: unknown) => {
      if (latest !== list) return
      telling.sayQuietly(page.texts.failed)
      telling.post({ type: 'error', message: error instanceof Error ? error.message : String(error) })
    }
    const source = { fetchPage, start: { ...start, onError } }
    const list = endlessList(source, FETCH_DEBOUNCE_MS.grid)
    const none = emptyWord(page, of)
    stopTelling()
    stopTelling = tellOf(list, none, page, telling)
    latest = list
    return { list, none, searchedFor }
  }
  const shown = signal({ id: 0, ...next(view.value, startWith(first), page.searchedFor) })

  /** Shows another view. */
  const show = async (change: Partial<PickerView>) => {
    const wanted = { ...view.value, ...change }
    const found = next(wanted)
    batch(() => {
      view.value = wanted
      isStale.value = true
    })
    await found.list.fetchNow()
    if (latest !== found.list) return
    batch(() => {
      shown.value = { id: shown.value.id + 1, ...found }
      isStale.value = false
    })
  }
  return { view, shown, isStale, show }
}
