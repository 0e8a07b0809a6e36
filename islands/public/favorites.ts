import { altText } from '../../shared/gif/gif-texts.ts'
import { itemPath } from '../../shared/gif/item-path.ts'
import { tileColour } from '../../shared/picture/avatar.ts'
import { intrinsicSize } from '../../shared/picture/renditions.ts'
import { ratioStep } from '../../shared/public/ratio-step.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import {
  browserFavorite,
  type FavoriteWords,
  Full,
  keepFavorite,
  keptFavorites,
  saveToAccount,
  startFavoriteToggle,
} from '../favorites/favorites.ts'
import { readGifs } from '../list/fetch-gifs.ts'
import { tilePicture, typedSources } from '../ui/tile-picture.ts'

type Words = FavoriteWords & Record<'favoriteOf' | 'take' | 'taking' | 'noStorage' | 'noGifs', string>

/** How many of a browser's favorites are read at a time; the API gives at most 100. */
const PAGE = 48

// The page of favorites: removes from its list in place, and lists what this browser keeps.
const root = document.querySelector<HTMLElement>('[data-favorites]')
if (root) start(root, JSON.parse(root.dataset.words ?? '') as Words)

type Say = (text: string, undo?: () => void) => void
type Page = { root: HTMLElement; words: Words; say: Say }

function start(root: HTMLElement, words: Words): void {
  const page = { root, words, say: sayIn(root) }
  for (const button of root.querySelectorAll<HTMLButtonElement>('li [data-favorite]')) startTile(button, page)
  if (root.dataset.favorites === 'account') startTaking(page)
  else listKept(page)
}

/** Says what happened, with the way back where there is one. */
function sayIn(root: HTMLElement): Say {
  const said = root.querySelector<HTMLElement>('.favorites-said')
  const status = said?.querySelector('p')
  const button = said?.querySelector('button')
  let undo: (() => void) | undefined
  button?.addEventListener('click', () => undo?.())
  return (text, back) => {
    if (!said || !status || !button) return
    said.hidden = false
    status.textContent = text
    button.hidden = !back
    undo = back
  }
}

function startTile(button: HTMLButtonElement, { root, words, say }: Page): void {
  const id = button.dataset.favorite ?? ''
  const stored =
    root.dataset.favorites === 'account'
      ? { place: 'account' as const, favorite: true, save: (next: boolean) => saveToAccount(id, next) }
      : browserFavorite(id)
  const back = () => {
    set(true)
    // The way back is gone with its press.
    button.focus()
  }
  const sayWithBack = (text: string, favorite: boolean) => say(text, favorite ? undefined : back)
  const set = startFavoriteToggle({ button, stored, words, say: sayWithBack })
}

/** Offers a person who is signed in to add what this browser keeps. */
function startTaking({ root, words, say }: Page): void {
  const button = root.querySelector<HTMLButtonElement>('.favorites-take')
  const kept = keptFavorites() ?? []
  if (!button || kept.length === 0) return
  button.hidden = false
  button.textContent = words.take.replace('{count}', String(kept.length))
  button.addEventListener('click', async () => {
    button.disabled = true
    say(words.taking)
    try {
      // The oldest first, so that the account has them in the same order.
      for (const id of kept.toReversed()) {
        await saveToAccount(id, true)
        keepFavorite(id, false)
      }
      location.reload()
    } catch (error) {
      button.disabled = false
      say(error instanceof Full ? words.full : words.failed)
    }
  })
}

/** Lists what this browser keeps, a page at a time. */
function listKept(page: Page): void {
  const { root, words, say } = page
  const ids = keptFavorites()
  const list = root.querySelector('ul')
  const more = root.querySelector<HTMLButtonElement>('.favorites-more')
  if (!ids) say(words.noStorage)
  if (!ids?.length || !list || !more) {
    showNone()
    return
  }
  const label = more.textContent
  let at = 0
  const next = async () => {
    more.disabled = true
    const gifs = await keptGifs(ids.slice(at, at + PAGE)).catch(() => undefined)
    more.disabled = false
    more.hidden = false
    more.textContent = gifs ? label : (more.dataset.again ?? '')
    if (!gifs) return say(words.noGifs)
    at += PAGE
    more.hidden = at >= ids.length
    for (const gif of gifs) {
      const tile = root.querySelector('template')?.content.cloneNode(true)
      const button = tile instanceof DocumentFragment && fillTile(tile, gif, words.favoriteOf)
      if (!tile || !button) continue
      list.append(tile)
      startTile(button, page)
    }
    if (more.hidden && !list.firstElementChild) showNone()
  }
  more.addEventListener('click', next)
  next()
}

function showNone(): void {
  const none = document.querySelector<HTMLElement>('.favorites-none')
  if (none) none.hidden = false
}

/** GIFs by their ids, in this order; what is gone or hidden is left out. */
async function keptGifs(ids: readonly string[]): Promise<Gif[]> {
  const { data } = await readGifs(`/v1/gifs?${new URLSearchParams({ ids: ids.join(',') })}`)
  const found = new Map(data.filter((gif) => !gif.is_removed && !gif.is_hidden).map((gif) => [gif.id, gif]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The height of a row in CSS pixels, as for the server's tiles (`worker/public/layout/parts.tsx`). */
const ROW_PX = 200

/** Fills a copy of the page's template with a GIF; gives its button, whose name is `name` with the GIF's `{title}`. */
function fillTile(tile: DocumentFragment, gif: Gif, name: string): HTMLButtonElement | undefined {
  const [item, link, picture, img, button] = ['li', 'a', 'picture', 'img', 'button'].map((tag) =>
    tile.querySelector<HTMLElement>(tag),
  )
  if (!item || !picture || !(button instanceof HTMLButtonElement)) return undefined
  if (!(link instanceof HTMLAnchorElement) || !(img instanceof HTMLImageElement)) return undefined
  const size = intrinsicSize(gif.images)
  const wanted = { width: Math.round((ROW_PX * size.width) / size.height), height: ROW_PX }
  const moving = tilePicture(gif, wanted, false)
  const still = tilePicture(gif, wanted, true).src
  item.dataset.ratio = String(ratioStep(size))
  link.dataset.ground = gif.is_sticker ? 'sticker' : String(tileColour(gif.id))
  link.href = itemPath(gif) + location.search
  // As the page's switch for motion has it now (`startMotionSwitch`).
  const isStill = document.documentElement.hasAttribute('data-still')
  const media = isStill ? 'all' : '(prefers-reduced-motion: reduce)'
  if (still) img.before(sourceOf({ srcset: still, media, 'data-still': '' }))
  for (const { url, type = '' } of typedSources(moving)) img.before(sourceOf({ srcset: url, type }))
  Object.assign(img, { ...size, alt: altText(gif), src: moving.src })
  button.dataset.favorite = gif.id
  button.ariaLabel = name.replace('{title}', () => altText(gif))
  return button
}

function sourceOf(attributes: Readonly<Record<string, string>>): HTMLSourceElement {
  const source = document.createElement('source')
  for (const [name, value] of Object.entries(attributes)) source.setAttribute(name, value)
  return source
}
