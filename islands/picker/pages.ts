import { endOfPage, type FetchPage, type GifPage } from '../../shared/client/paginator.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { emojiNamed, pickableGif } from '../../shared/picker/picker-gif.ts'
import { readCookie } from '../dom/page.ts'
import { FAVORITES_PATH, isOwnPage, keptFavorites, recentIds } from '../favorites/favorites.ts'
import { readGifs } from '../list/fetch-gifs.ts'
import type { PickerPageProps } from './picker-props.ts'

type SourceOptions = PickerPageProps['list']

/**
 * What the grid shows: a list of the library's, what was picked before, or the favorites; and the type and text to go back to.
 * `exact`: these very words are searched for.
 */
export type PickerView = {
  kind: 'list' | 'recent' | 'favorites'
  type: SourceOptions['type']
  q: string
  exact?: boolean
}

/** The pages of a view; one that cannot be read rejects. */
export const pagesOf = (view: PickerView, list: SourceOptions): FetchPage => untilSome(sourceOf(view, list))

/** A page may hold nothing that is shown: then the next one is read, up to the API's last. */
const untilSome =
  (read: FetchPage): FetchPage =>
  async (from) => {
    for (let offset = from; ; ) {
      const page = await read(offset)
      const end = endOfPage(page, offset)
      if (page.data.length > 0 || end.done) return { ...page, data: page.data.map(pickableGif) }
      offset = end.offset
    }
  }

function sourceOf(view: PickerView, list: SourceOptions): FetchPage {
  switch (view.kind) {
    case 'list': {
      const url = listUrl(view, list)
      const isEmojiSearch = view.type === 'emoji' && view.q !== ''
      return async (offset) => {
        const page = await readPage(`${url}&offset=${offset}`)
        return isEmojiSearch ? { ...page, data: emojiNamed(page.data, view.q) } : page
      }
    }
    case 'recent':
      return idPages(recentIds())
    case 'favorites':
      // Only a session comes with this cookie; a frame of another site has no part in an account (T20).
      return isOwnPage() && readCookie('csrftoken') ? accountPage : idPages(keptFavorites() ?? [])
  }
}

/** How many items are read by their ids at a time. */
const IDS_READ = 25

function idPages(ids: readonly string[]): FetchPage {
  return async (offset) => {
    const some = ids.slice(offset, offset + IDS_READ)
    const { data } = some.length > 0 ? await readPage(`/v1/gifs?ids=${some.join()}`) : { data: [] }
    const found = new Map(data.map((gif) => [gif.id, gif]))
    return {
      data: some.flatMap((id) => found.get(id) ?? []),
      pagination: { offset, count: some.length, total_count: ids.length },
    }
  }
}

const accountPage: FetchPage = (offset) => readPage(`${FAVORITES_PATH}?limit=${IDS_READ}&offset=${offset}`)

async function readPage(url: string): Promise<GifPage> {
  const page = await readGifs(url)
  return { ...page, data: page.data.filter((gif) => !gif.is_removed && !gif.is_hidden) }
}

/** The API's address of a list, without an offset (§7). The host's channel holds for searches too, its other sources before one. */
export function listUrl(
  { type, q, exact }: Pick<PickerView, 'type' | 'q' | 'exact'>,
  { limit, rating, lang, related, ids, ...list }: SourceOptions,
): string {
  const channel = list.channel && `@${list.channel.replace(/^@/, '')}`
  const url = (path: string, fields: Record<string, string | number | undefined>) => {
    const given = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
    return `/v1/${path}?${new URLSearchParams(given)}`
  }
  // Emoji have no search: large pages of them are searched here (`emoji-search.ts`).
  if (type === 'emoji') return url('emoji', { limit: q ? PROVIDER_PAGE.maxLimit : limit })
  const page = { limit, rating }
  const term = [channel, q].filter(Boolean).join(' ')
  if (term) {
    // §7 Text that is made on demand is excluded.
    const excludeDynamicResults = type === 'text' ? 'true' : undefined
    const more = { excludeDynamicResults, exact: exact ? '1' : undefined }
    return url(`${type}/search`, { q: term, lang, ...page, ...more })
  }
  if (type === list.type && ids) return url('gifs', { ids })
  if (type === list.type && related && type !== 'text')
    return url(`${type}/related`, { gif_id: related, ...page })
  return url(`${type}/trending`, page)
}
