import * as v from 'valibot'
import { endOfPage } from '../../shared/client/paginator.ts'
import { emojiNamed } from '../../shared/picker/emoji-search.ts'
import { pickableGif } from '../../shared/picker/picker-gif.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { GifListSchema } from '../../shared/schema/provider-response.ts'
import { readCookie } from '../dom/read-cookie.ts'
import { keptFavorites } from '../favorites/kept-favorites.ts'
import { FAVORITES_PATH, isOwnPage } from '../favorites/open-favorite.ts'
import { listUrl } from './list-url.ts'
import type { PickerProps } from './picker-props.ts'
import { recentIds } from './recents.ts'

/** What the grid shows: a list of the library's, what was picked before, or the favorites. */
export type View =
  | { kind: 'list'; type: PickerProps['list']['type']; q: string }
  | { kind: 'recent' }
  | { kind: 'favorites' }

type Page = { gifs: readonly Gif[]; done: boolean }

/** Gives the next page with each call; rejects where it cannot be read, and then the same page is next. */
export type NextPage = () => Promise<Page>

/** ms. A response that takes longer is a failure, so no loader spins for ever. */
const PATIENCE_MS = 10_000

/** The pages of a view, from an offset on. */
export function pagesOf(view: View, list: PickerProps['list'], from = 0): NextPage {
  switch (view.kind) {
    case 'list':
      return listPages(view, list, from)
    case 'recent':
      return idPages(recentIds())
    case 'favorites':
      // Only a session comes with this cookie; a frame of another site has no part in an account (T20).
      return isOwnPage() && readCookie('csrftoken') ? accountPages() : idPages(keptFavorites() ?? [])
  }
}

function listPages(view: View & { kind: 'list' }, list: PickerProps['list'], from: number): NextPage {
  const url = listUrl(view, list)
  const isEmojiSearch = view.type === 'emoji' && view.q !== ''
  let offset = from
  return async () => {
    // Of emoji a page may hold none that was searched for; the list ends at the API's last page.
    for (;;) {
      const page = await read(`${url}&offset=${offset}`)
      const end = endOfPage(page, offset)
      const gifs = isEmojiSearch ? emojiNamed(page.data, view.q) : page.data
      offset = end.offset
      if (gifs.length > 0 || end.done) return { gifs: gifs.map(pickableGif), done: end.done }
    }
  }
}

/** How many items are read by their ids at a time. */
const IDS_READ = 25

function idPages(ids: readonly string[]): NextPage {
  let at = 0
  return async () => {
    const some = ids.slice(at, at + IDS_READ)
    const { data } = some.length > 0 ? await read(`/v1/gifs?ids=${some.join()}`) : { data: [] }
    at += IDS_READ
    const found = new Map(data.map((gif) => [gif.id, gif]))
    return { gifs: some.flatMap((id) => found.get(id) ?? []).map(pickableGif), done: at >= ids.length }
  }
}

function accountPages(): NextPage {
  let offset = 0
  return async () => {
    const page = await read(`${FAVORITES_PATH}?limit=${IDS_READ}&offset=${offset}`)
    const end = endOfPage(page, offset)
    offset = end.offset
    return { gifs: page.data.map(pickableGif), done: end.done }
  }
}

async function read(url: string) {
  // No header of our own: in a sandboxed frame it would cost a preflight.
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`The GIFs answered ${response.status}`)
  const { data, ...page } = v.parse(GifListSchema, await response.json())
  // §7: a body without a response id is synthetic, which is a failure.
  if (!page.meta.response_id) throw new Error('The GIFs are a synthetic response')
  return { ...page, data: data.filter((gif) => !gif.is_removed && !gif.is_hidden) }
}
