import type { ReactNode } from 'react'
import { tilePicture } from '../../islands/ui/tile-picture.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { own } from '../../shared/own.ts'
import { pageNumber, pageWindow, pagingOf } from '../../shared/public/browse-path.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { OwnItem } from '../../shared/schema/own/items.ts'
import { hasUploads, pageCall } from '../proxy/handle-call.ts'
import { pageContext } from '../public/layout/page.ts'
import { Pager } from '../public/layout/parts.tsx'
import { Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { PICK } from './own-forms.ts'
import { nameOf, Thumbnail } from './own-gifs.tsx'
import type { Drawn, Fields, PageState } from './people-page.tsx'

type Shown = { id: string; title: string; thumbnail: OwnItem['thumbnail'] }

const SIDE = { width: 112, height: 112 }

/** A GIF of a list as rows of people's pages show it. */
export function shownGif(gif: Gif): Shown {
  const still = tilePicture(gif, SIDE, true).src
  const url = still || tilePicture(gif, SIDE, false).src
  return { id: gif.id, title: gif.title, thumbnail: url ? { url, kind: still ? 'still' : 'moving' } : null }
}

type PickProps = {
  page: PageState
  items: readonly Shown[]
  /** Those that can't be chosen, because they are there already. */
  there?: ReadonlySet<string>
}

/** GIFs with a box each. */
export const Picks = ({ page, items, there = new Set() }: PickProps) => (
  <ul className="picks">
    {items.map((item) => (
      <li key={item.id}>
        <label className="pick">
          <input
            type="checkbox"
            name={`gif-${item.id}`}
            value="true"
            disabled={there.has(item.id)}
            defaultChecked={there.has(item.id) || own(page.sent?.fields ?? {}, `gif-${item.id}`) === 'true'}
          />
          <Thumbnail item={item} />
          <span>
            <bdi>{nameOf(page, item)}</bdi>
            {there.has(item.id) && <span className="note"> {page.texts.gifsThere}</span>}
          </span>
        </label>
      </li>
    ))}
  </ul>
)

/** GIFs that one form names at most. */
const MAX = 100

/** The GIFs whose boxes are checked. */
export const checkedIn = (fields: Fields): string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith('gif-') ? name.slice(4) : []))

/** The item that an address of its page or of its embed names, or an id itself. */
function idIn(text: string): string | undefined {
  const path = URL.parse(text, 'https://here.invalid')?.pathname ?? ''
  return idOfSlug(path.split('/').filter(Boolean).at(-1) ?? '')
}

/** Those, and the ones that the form names by ids or addresses. @throws InputError for none, or for what is neither */
export function pickedIn(fields: Fields): string[] {
  const named = (fields.others ?? '').split(/[\s,]+/).filter(Boolean)
  const ids = named.map(idIn)
  if (ids.length > MAX || ids.includes(undefined)) throw fieldError('others', 'must be ids or addresses')
  const picked = [...new Set([...checkedIn(fields), ...ids.filter((id) => id !== undefined)])]
  if (picked.length === 0) throw fieldError('others', 'empty: choose at least one')
  return picked
}

type Place = {
  /** What they are put into: its name, and its page. */
  name: string
  path: string
  there: ReadonlySet<string>
  note?: ReactNode
}

/** The page on which GIFs are chosen by looking: one's own, a page of them, and any others by their addresses. */
export async function drawPick(page: PageState, { name, path, there }: Place): Promise<Drawn> {
  const { c, texts } = page
  const number = pageNumber(c.req.query('page'))
  const window = number && pageWindow(number)
  if (!window) throw new AppError('not-found', 'There is no such page')
  const mine = hasUploads(c) ? (await pageCall(c, 'ownGifs', window)).body : { results: [], count: 0 }
  const pathOf = (at: number) => (at > 1 ? `${path}/add?page=${at}` : `${path}/add`)
  return {
    title: texts.gifsAdd,
    content: (
      <>
        <Top page={page} links={[[path, name]]} title={texts.gifsAdd} />
        <Pager
          context={pageContext(c)}
          paging={pagingOf(number, mine.results.length, mine.count)}
          pathOf={pathOf}
        />
        <PostForm page={page} row={PICK} className="wide">
          {mine.results.length > 0 && (
            <fieldset className="entry choices">
              <legend>{texts.ownGifs}</legend>
              <p className="note">{texts.gifsAddText}</p>
              <Picks page={page} items={mine.results} there={there} />
            </fieldset>
          )}
        </PostForm>
      </>
    ),
  }
}
