import { own } from '../../shared/own.ts'
import {
  type BuilderTexts,
  fieldProblem,
  problemText,
  sizeText,
} from '../../shared/public/builder-problem.ts'
import {
  type BuilderItem,
  type BuilderPlace,
  type BuiltSnippet,
  builderItem,
  builderSnippet,
  type RawItem,
  surfaceOf,
} from '../../shared/public/builder-snippet.ts'
import { type ItemProblem, readPasted } from '../../shared/public/pasted-item.ts'
import { fetchOwn } from '../dom/own-api.ts'

type Found = RawItem & { images?: { fixed_height_small?: { url?: string } } }

const SETTLE_MS = 250
/** How many of each kind are shown: GIFs, and stickers after them. */
const SHOWN = 6

/** What is known of the GIF: `waits` while it is asked for. */
type ItemState = { problem?: ItemProblem | undefined; waits?: boolean }

type Choose = (item: BuilderItem | undefined, state: ItemState) => void

/** Finds a GIF or sticker for the builder: by a search of the library, or by what the visitor pasted. */
function startItemFinder(form: HTMLFormElement, publicUrl: string, choose: Choose): void {
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

/** A preview is a page: it follows when the visitor has stopped typing, ms. */
const PREVIEW_MS = 350

/** Redraws snippet and preview while the form changes; gives the way to do it when the GIF has changed. */
function startBuilder(form: HTMLFormElement, place: BuilderPlace): (item: ItemState) => void {
  const texts = JSON.parse(form.dataset.texts ?? '{}') as BuilderTexts
  const field = document.getElementById('built') as HTMLTextAreaElement
  const copy = document.querySelector<HTMLButtonElement>('[data-copy="built"]')
  let timer: ReturnType<typeof setTimeout> | undefined
  let item: ItemState = {}

  const update = () => {
    const fields = fieldsOf(form)
    const isEmbed = surfaceOf(fields) === 'embed'
    const ofItem = isEmbed ? item.problem : undefined
    const ofField = ofItem ? undefined : fieldProblem(fields)
    const problem = ofItem ?? ofField
    sayProblem(form, ofField?.field ?? (ofItem && 'item'), problem && problemText(texts, problem))
    const isOff = problem !== undefined || (isEmbed && item.waits === true)
    if (copy) copy.disabled = isOff
    clearTimeout(timer)
    if (isOff) {
      field.value = ''
      return
    }
    const built = builderSnippet(fields, place)
    field.value = built.html
    timer = setTimeout(() => {
      preview(built, isEmbed || !built.fluid)
      const size = document.querySelector('.built-size span')
      if (size) size.textContent = sizeText(texts, built)
    }, PREVIEW_MS)
  }
  form.addEventListener('input', () => {
    update()
    keepInAddress(form)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    update()
  })
  return (next) => {
    item = next
    update()
  }
}

const fieldsOf = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** What each choice is where the address says nothing: its first option, but the size of §9. */
const USUAL: Readonly<Record<string, string>> = { what: 'embed', as: 'frame', size: '480' }

/** The form's state in the address, so that a link shows the same snippet. The way back stays as it was. */
function keepInAddress(form: HTMLFormElement): void {
  const query = new URLSearchParams(location.search)
  for (const control of form.elements) if ('name' in control) query.delete(String(control.name))
  for (const [name, value] of fieldsOf(form)) {
    const control = form.elements.namedItem(name)
    const usual = own(USUAL, name) ?? (control instanceof HTMLSelectElement ? control.options[0]?.value : '')
    if (value !== '' && value !== usual) query.append(name, value)
  }
  history.replaceState(history.state, '', `${query.size > 0 ? `?${query}` : location.pathname}#build`)
}

function preview({ src, title, width, height }: BuiltSnippet, keepsRatio: boolean): void {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[name="built"]')
  const box = frame?.parentElement
  const held = box?.querySelector('svg')
  if (!frame || !box || !held) return
  box.classList.toggle('as-high', !keepsRatio)
  held.setAttribute('width', keepsRatio ? String(width) : '100%')
  held.setAttribute('height', String(height))
  if (keepsRatio) held.setAttribute('viewBox', `0 0 ${width} ${height}`)
  else held.removeAttribute('viewBox')
  const wanted = `${src}${src.includes('?') ? '&' : '?'}id=built`
  if (frame.getAttribute('src') === wanted) return
  // A new frame, so that the way back does not lead through every option that was tried.
  const next = frame.cloneNode() as HTMLIFrameElement
  next.title = title
  next.src = wanted
  frame.replaceWith(next)
}

/** Says what is wrong with a field of the builder's form, below it; without a text nothing is wrong any more. */
function sayProblem(form: HTMLFormElement, field = '', text = ''): void {
  const said = form.querySelector('.problem')
  const control = field ? form.elements.namedItem(field) : null
  const id = control instanceof Element ? `${control.id}-problem` : ''
  // The same words again would be read out again.
  if (said && said.id === id && said.textContent === text) return
  if (said) withdraw(form, said)
  if (!(control instanceof Element)) return
  const place = document.createElement('p')
  place.className = 'problem'
  place.id = id
  place.role = 'alert'
  place.textContent = text
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  control.after(place)
  // A field out of sight cannot be corrected.
  const folded = control.closest('details')
  if (folded) folded.open = true
}

function withdraw(form: HTMLFormElement, said: Element): void {
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
  }
  said.remove()
}

// The welcome page's builder comes alive; without this the server draws its snippet.
const form = document.querySelector<HTMLFormElement>('form[data-builder]')
if (form) {
  const place = JSON.parse(form.dataset.builder ?? '') as BuilderPlace
  const update = startBuilder(form, place)
  startItemFinder(form, place.publicUrl, (item, state) => {
    if (item) place.item = item
    update(state)
    if (item) keepInAddress(form)
  })
}
