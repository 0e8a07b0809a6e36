import { builderItem, pastedId, type RawItem } from '../../shared/public/builder-item.ts'
import type { BuilderItem } from '../../shared/public/builder-snippet.ts'

type Found = RawItem & { images?: { fixed_height_small?: { url?: string } } }

const SETTLE_MS = 250
const SHOWN = 8

/** Finds a GIF for the builder: by a search of the library, or by what somebody pasted. */
export function startItemFinder(
  form: HTMLFormElement,
  publicUrl: string,
  choose: (item: BuilderItem) => void,
): void {
  const finder = form.querySelector<HTMLElement>('.finder')
  const search = finder?.querySelector('input')
  const pasted = form.elements.namedItem('item') as HTMLInputElement
  if (!finder || !search) return
  finder.hidden = false

  const take = (raw: RawItem | undefined) => {
    const item = raw && builderItem(raw, publicUrl)
    if (!item) return
    pasted.value = item.slug
    choose(item)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  search.addEventListener('input', (event) => {
    // The search is no option of the snippet.
    event.stopPropagation()
    clearTimeout(timer)
    const q = search.value.trim()
    const turn = ++asked
    timer = setTimeout(async () => {
      const found = q
        ? await read<Found[]>(`/v1/gifs/search?${new URLSearchParams({ q, limit: `${SHOWN}` })}`)
        : []
      if (turn === asked) show(finder, q, found, take)
    }, SETTLE_MS)
  })
  // Enter in the search is no wish to send the form.
  search.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault())
  pasted.addEventListener('change', async () => {
    const id = pastedId(pasted.value)
    if (id) take(await read<RawItem>(`/v1/gifs/${id}`))
  })
}

async function read<T>(path: string): Promise<T | undefined> {
  const answer = await fetch(path).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as { data: T }).data : undefined
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
