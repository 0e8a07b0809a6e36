import { createModel, signal } from '@preact/signals-core'
import type { PostToHost } from '../host/host-port.ts'
import { createPause, type TileObserver } from '../model/tiles.ts'
import type { FirstPage } from '../model/widget-model.ts'
import { actionsFor, type OpenMenu, pickGif } from './gif-actions.ts'
import { createLists } from './lists.ts'
import type { PickerView } from './pages.ts'
import type { PickerPageProps } from './picker-props.ts'

/** What the host is posted, and what observes the tiles; on a server, nothing. */
type PickerListeners = { post?: PostToHost; observe?: TileObserver; startsPaused?: boolean }

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

/** What the picker is doing: its view and list, its menu, its pause, and what it says. */
export const PickerModel = createModel(
  (
    page: PickerPageProps,
    first: FirstPage,
    { post = () => {}, observe, startsPaused = false }: PickerListeners,
  ) => {
    const { say, sayQuietly, ...notices } = createNotices()
    const telling = { post, say, sayQuietly }
    const { show, ...lists } = createLists(page, first, telling)
    const { view } = lists
    const chosenTerm = signal<{ term: string }>()
    const menu = signal<OpenMenu>()
    /** Shows what a search finds, of the chosen type; everything for ''. */
    const search = (q: string) => {
      if (q !== view.value.q) show({ kind: 'list', q, exact: false })
    }

    return {
      ...lists,
      ...notices,
      menu,
      /** A term that was chosen otherwise than by typing: the field shows it. */
      chosenTerm,
      ...createPause(startsPaused),
      observe: (...tile: Parameters<TileObserver>) => observe?.(...tile),
      search,
      /** Searches for the very words that were typed. */
      searchExactly: () => show({ kind: 'list', exact: true }),
      /** Puts a term into the field, and searches for it. */
      choose(term: string) {
        chosenTerm.value = { term }
        search(term)
      },
      showType(type: PickerView['type']) {
        if (view.value.kind !== 'list' || view.value.type !== type) show({ kind: 'list', type })
      },
      showKind: (kind: PickerView['kind']) => show({ kind }),
      pick: (gif: OpenMenu['gif']) => pickGif(gif, page, telling),
      async openMenu({ gif, at, from }: Omit<OpenMenu, 'items'>) {
        menu.value = { gif, at, from, items: await actionsFor(gif, page, say) }
      },
      close: () => post({ type: 'close' }),
    }
  },
)

export type PickerModel = InstanceType<typeof PickerModel>
