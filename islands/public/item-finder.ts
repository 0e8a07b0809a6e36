import { type BuilderItem, builderItem, type RawItem } from '../../shared/public/builder-snippet.ts'
import { type ItemProblem, readPasted } from '../../shared/public/pasted-item.ts'
import { fetchOwn } from '../dom/own-api.ts'

type Found = RawItem & { images?: { fixed_height_small?: { url?: string } } }

const SETTLE_MS = 250
/** How many of each kind are shown: GIFs, and stickers after them. */
const SHOWN = 6

/** What is known of the GIF: `waits` while it is asked for. */
export type ItemState = { problem?: ItemProblem | undefined; waits?: boolean }

type Choose = (item: BuilderItem | undefined, state: ItemState) => void

/** Finds a GIF or sticker for the builder: by a search of the library, or by what the visitor pasted. */
export function startItemFinder(form: HTMLFormElement, publicUrl: string, choose: Choose): void {
  const finder = form.querySelector<HTMLElement>('.finder')
  const search = finder?.querySelector('input')
  const pasted = form.elements.namedItem('item') as HTMLInputElement
  if (!finder || !search) return
  finder.hidden = false

  startSearch(finder, search, (raw) => {
    const item = builderItem(raw, publicUrl)
    if (item) pasted.value = item.slug
    choose(item, item ? {} : { problem: { text: 'itemInvalid' } })
  })
  const settled = onSettled()
  const look = () => {
    const text = pasted.value
    choose(undefined, { waits: true })
    settled(async (isLast) => {
      const [item, problem] = await pastedItem(text, publicUrl, isLast)
      if (isLast()) choose(item, { problem })
    })
  }
  pasted.addEventListener('input', look)
  // What a browser put back into the form after a reload counts, and what the server has said of it.
  if (pasted.value !== pasted.defaultValue || pasted.hasAttribute('aria-invalid')) look()
  else choose(undefined, {})
}

function startSearch(finder: HTMLElement, search: HTMLInputElement, take: (raw: Found) => void): void {
  const settled = onSettled()
  search.addEventListener('input', (event) => {
    // The search is no option of the snippet.
    event.stopPropagation()
    const q = search.value.trim()
    settled(async (isLast) => {
      const found = q ? await searchBoth(q) : []
      if (isLast()) show(finder, q, found, take)
    })
  })
  // Enter in the search is no wish to send the form.
  search.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault())
}

type Pasted = readonly [item: BuilderItem | undefined, problem?: ItemProblem]

/** The item that a text names, or what is wrong with it; neither once another text came. */
async function pastedItem(text: string, publicUrl: string, isLast: () => boolean): Promise<Pasted> {
  const given = readPasted(text, [publicUrl, location.origin])
  const id = 'id' in given ? given.id : given.address && (await ownId(given.address))
  if (!isLast()) return [undefined]
  if (!id) return [undefined, given as ItemProblem]
  const answer = await read<RawItem>(`/v1/gifs/${id}`)
  const item = answer.data && builderItem(answer.data, publicUrl)
  return item ? [item] : [undefined, { text: answer.isThere ? 'itemUnknown' : 'findFailed' }]
}

/** Runs the last of several tasks, when there were no more for a while; it may ask whether it still is the last. */
function onSettled() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  return (task: (isLast: () => boolean) => Promise<void>) => {
    clearTimeout(timer)
    const turn = ++last
    timer = setTimeout(() => task(() => turn === last), SETTLE_MS)
  }
}

/** The id of the item that the library knows by another service's address: its oEmbed has the embed's. */
async function ownId(address: string): Promise<string | undefined> {
  const answer = await fetch(`/services/oembed?url=${encodeURIComponent(address)}`).catch(() => undefined)
  return /\/embed\/(?:[\w-]*-)?(\w+)/.exec((await answer?.text()) ?? '')?.[1]
}

/** `isThere`: the library has answered, if only that it has no such thing. */
async function read<T>(path: string): Promise<{ data?: T; isThere: boolean }> {
  const answer = await fetchOwn(path).catch(() => undefined)
  if (!answer?.ok) return { isThere: answer?.status === 404 || answer?.status === 410 }
  return { data: ((await answer.json()) as { data: T }).data, isThere: true }
}

/** GIFs and stickers of a search; nothing where neither list came. */
async function searchBoth(q: string): Promise<Found[] | undefined> {
  const query = new URLSearchParams({ q, limit: `${SHOWN}` })
  const lists = await Promise.all(
    ['gifs', 'stickers'].map((type) => read<Found[]>(`/v1/${type}/search?${query}`)),
  )
  return lists.some(({ data }) => data) ? lists.flatMap(({ data }) => data ?? []) : undefined
}

function show(finder: HTMLElement, q: string, found: Found[] | undefined, take: (raw: Found) => void): void {
  const list = finder.querySelector<HTMLElement>('.found')
  const note = finder.querySelector<HTMLElement>('[role="status"]')
  if (!list || !note) return
  const { none = '', failed = '' } = finder.dataset
  note.textContent = found ? (q && found.length === 0 ? none : '') : failed
  list.replaceChildren(...(found ?? []).map((raw) => pick(raw, list.dataset.choose ?? '', () => take(raw))))
}

function pick(raw: Found, name: string, onPick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  const picture = document.createElement('img')
  button.type = 'button'
  picture.alt = name.replace('{title}', raw.alt_text || raw.title || '')
  picture.src = raw.images?.fixed_height_small?.url ?? ''
  button.append(picture)
  button.addEventListener('click', onPick)
  return button
}
