import { drawFirstFrame } from '../upload/draw-first-frame.ts'

/** A button or link of a row: what it says, and where it leads or what it does. */
type Act = { text: string; href?: string; press?: () => void }

/** What a row shows. */
export type RowView = {
  state: 'ready' | 'sending' | 'wrong' | 'done'
  text: string
  /** In the server's words, which are English. */
  reason?: string
  /** Of what is being sent, from 0 to 1. */
  progress?: number
  /** The item's page. */
  href?: string
  acts: readonly Act[]
}

export type UploadRow = { item: HTMLLIElement; show: (view: RowView) => void }

/** A file in the list of uploads. `show` keeps the focus where a button of the same place takes over. */
export function uploadRow(name: string, file: Blob | undefined): UploadRow {
  const item = create('li')
  const thumb = create('canvas', 'thumb')
  const words = create('p')
  const title = create('strong')
  const text = create('span', 'note')
  const progress = create('progress')
  const acts = create('div', 'acts')
  thumb.setAttribute('aria-hidden', 'true')
  progress.setAttribute('aria-label', name)
  words.append(title, text)
  item.append(thumb, words, acts, progress)
  if (file) void drawFirstFrame(thumb, file)

  const show = ({ state, reason, href, progress: value, ...view }: RowView) => {
    item.dataset.state = state
    title.replaceChildren(href ? link({ text: name, href }, 'bdi') : create('bdi', '', name))
    text.textContent = view.text
    if (reason) text.append(' ', Object.assign(create('span', '', reason), { lang: 'en' }))
    progress.hidden = value === undefined
    progress.value = value ?? 0
    // Progress comes often, and a button that is new each time cannot be pressed.
    if (state === 'sending' && acts.childElementCount > 0 && acts.dataset.of === state) return
    const hadFocus = acts.contains(document.activeElement)
    acts.dataset.of = state
    acts.replaceChildren(...view.acts.map((act) => (act.href ? link(act) : button(act, name))))
    if (hadFocus) acts.querySelector<HTMLElement>('a, button')?.focus()
  }
  return { item, show }
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.textContent = text
  return element
}

function link({ text, href = '' }: Act, tag: 'bdi' | 'span' = 'span'): HTMLAnchorElement {
  const element = create('a')
  element.href = href
  element.append(create(tag, '', text))
  return element
}

function button({ text, press }: Act, name: string): HTMLButtonElement {
  const element = create('button', 'act quiet', text)
  element.type = 'button'
  element.append(create('span', 'name-of', ` ${name}`))
  element.addEventListener('click', () => press?.())
  return element
}
