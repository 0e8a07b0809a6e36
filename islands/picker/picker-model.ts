import { batch, createModel, effect, signal } from '@preact/signals-core'
import { fullGif } from '../../shared/gif/slim-gif.ts'
import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import { pickedGif } from '../../shared/picker/picker-gif.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { interpolate } from '../../shared/texts/interpolate.ts'
import { keptFavorites, remember } from '../favorites/favorites.ts'
import type { PostToHost } from '../host/host-port.ts'
import type { EndlessList } from '../list/endless-list.tsx'
import { endlessList, type ListSource } from '../list/endless-list.tsx'
import type { TileObserver } from '../model/tiles.ts'
import { createPause } from '../model/tiles.ts'
import type { FirstPage } from '../model/widget-model.ts'
import { actionsFor, copyLink, type MenuItem } from './gif-actions.ts'
import { type PickerView, pagesOf } from './pages.ts'
import type { PickerPageProps } from './picker-props.ts'

/** What the host is posted, and what observes the tiles; on a server, nothing. */
type PickerListeners = { post?: PostToHost; observe?: TileObserver; startsPaused?: boolean }

/** The menu of a GIF: it opens at `at`, and the focus goes back to `from` when it closes. */
export type OpenMenu = { gif: Gif; items: readonly MenuItem[]; at: HTMLElement; from: HTMLElement }

/** How long a notice is shown, ms. */
const NOTICE_MS = 4000

/** What the picker says: in a notice that all see, or quietly, for those alone who do not see what it changed. */
function createNotices() {
  const notice = signal('')
  const quietNotice = signal('')
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    notice,
    quietNotice,
    say(text: string) {
      clearTimeout(timer)
      notice.value = text
      timer = setTimeout(() => {
        notice.value = ''
      }, NOTICE_MS)
    },
    sayQuietly(text: string) {
      quietNotice.value = text
    },
  }
}

type Telling = { post: PostToHost; sayQuietly: (text: string) => void; texts: PickerPageProps['texts'] }

/** Tells the host, and those who do not see it, of each page of a list that comes from now on; the result stops it. */
function tellOf(list: EndlessList, none: string, { post, sayQuietly, texts }: Telling): () => void {
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

/** The view, and the list that is shown for it: another one takes its place once its first page is there. */
function createLists(props: PickerPageProps, first: FirstPage, telling: Telling) {
  const { texts, list: options } = props
  const view = signal<PickerView>({ kind: 'list', type: options.type, q: options.q ?? '' })
  const isStale = signal(false)

  const listOf = (of: PickerView, start?: ListSource['start']): EndlessList => {
    const onError = (error: unknown) => {
      if (latest !== list) return
      telling.sayQuietly(texts.failed)
      telling.post({ type: 'error', message: error instanceof Error ? error.message : String(error) })
    }
    const source = { fetchPage: pagesOf(of, options), start: { ...start, onError } }
    const list = endlessList(source, FETCH_DEBOUNCE_MS.grid)
    return list
  }
  const emptyWord = ({ kind }: PickerView): string => {
    if (kind === 'recent') return texts.noRecent
    if (kind === 'favorites') return keptFavorites() ? texts.noFavorites : texts.noStorage
    return props.noResultsMessage || texts.noResults
  }

  const offset = first.failed ? 0 : first.offset
  const firstList = listOf(view.value, { ...first, gifs: first.gifs.map(fullGif), offset })
  let latest = firstList
  const shown = signal({ id: 0, list: firstList, none: emptyWord(view.value) })
  let stopTelling = tellOf(firstList, shown.value.none, telling)

  const show = async (next: PickerView) => {
    const none = emptyWord(next)
    const list = listOf(next)
    stopTelling()
    stopTelling = tellOf(list, none, telling)
    latest = list
    batch(() => {
      view.value = next
      isStale.value = true
    })
    await list.fetchNow()
    if (latest !== list) return
    batch(() => {
      shown.value = { id: shown.value.id + 1, list, none }
      isStale.value = false
    })
  }
  return { view, shown, isStale, show }
}

/** What the picker is doing: its view and list, its menu, its pause, and what it says. */
export const PickerModel = createModel(
  (
    props: PickerPageProps,
    first: FirstPage,
    { post = () => {}, observe, startsPaused = false }: PickerListeners,
  ) => {
    const { texts, publicUrl } = props
    const { notice, quietNotice, say, sayQuietly } = createNotices()
    const { view, shown, isStale, show } = createLists(props, first, { post, sayQuietly, texts })
    const chosenTerm = signal<{ term: string }>()
    const menu = signal<OpenMenu>()

    return {
      view,
      shown,
      isStale,
      menu,
      notice,
      quietNotice,
      /** A term that was chosen otherwise than by typing: the field shows it. */
      chosenTerm,
      ...createPause(startsPaused),
      observe: (...tile: Parameters<TileObserver>) => observe?.(...tile),

      /** Shows what a search finds, of the chosen type; everything for ''. */
      search(q: string) {
        if (q !== view.value.q) show({ ...view.value, kind: 'list', q })
      },
      /** Puts a term into the field, and searches for it. */
      choose(term: string) {
        chosenTerm.value = { term }
        if (term !== view.value.q) show({ ...view.value, kind: 'list', q: term })
      },
      showType(type: PickerView['type']) {
        if (view.value.kind !== 'list' || view.value.type !== type)
          show({ ...view.value, kind: 'list', type })
      },
      showKind(kind: PickerView['kind']) {
        show({ ...view.value, kind })
      },

      /** Gives a GIF to the host, or copies its link where there is no host. */
      async pick(gif: Gif) {
        const picked = pickedGif(gif, publicUrl)
        remember(gif.id)
        if (props.pick === 'copy' || parent === window) {
          say((await copyLink(picked)) ? texts.copied : texts.copyFailed)
          return
        }
        post({ type: 'pick', gif: picked })
        sayQuietly(interpolate(texts.picked, { title: picked.alt }))
      },
      async openMenu(gif: Gif, at: HTMLElement, from: HTMLElement) {
        menu.value = { gif, at, from, items: await actionsFor(gif, props, say) }
      },
      close: () => post({ type: 'close' }),
    }
  },
)

export type PickerModel = InstanceType<typeof PickerModel>
