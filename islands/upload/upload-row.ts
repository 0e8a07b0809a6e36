import { own } from '../../shared/own.ts'
import { drawFirstFrame, type UploadWords } from './upload-page.ts'
import type { Upload } from './upload-queue.ts'

/** A button or link of a row: what it says, and where it leads or what it does. */
type Act = { text: string; href?: string; press?: () => void }

export type Presses = Record<'cancel' | 'retry' | 'retrySizes' | 'end' | 'edit', (upload: Upload) => void>

/** What can be done with an upload. */
export function actsOf(upload: Upload, words: UploadWords, presses: Presses): Act[] {
  const { now } = upload
  const act = (name: string, press: keyof Presses) => ({
    text: own(words, name) ?? '',
    press: () => presses[press](upload),
  })
  switch (now.state) {
    case 'ready':
      return [...(upload.source.file ? [act('edit', 'edit')] : []), act('remove', 'end')]
    case 'queued':
      return [act('remove', 'end')]
    case 'sending':
    case 'waiting':
      return [act('cancel', 'cancel')]
    case 'wrong':
      return [
        ...(now.canRetry ? [act('tryAgain', 'retry')] : []),
        // A part of it may be small enough.
        ...(now.problem === 'fileLarge' && upload.source.file ? [act('edit', 'edit')] : []),
        act('remove', 'end'),
      ]
    case 'done': {
      const href = `/upload?done=${now.id}${now.isKnown ? '&known=1' : ''}`
      const retry = now.sizes === 'sizesFailed' ? [act('tryAgain', 'retrySizes')] : []
      return [{ text: words.codes ?? '', href }, ...retry]
    }
  }
}

/** What the style tells apart. */
const SHOWN_STATES: Partial<Record<Upload['now']['state'], string>> = { queued: 'ready', waiting: 'sending' }

/** The words of a file's own fields, as the form's are labelled, and the form's choice of a kind. */
export type RowFields = { title: string; kind: string; kinds: HTMLSelectElement }

/** A file's own title and kind; each is named by the file too. */
function fieldsOf({ title: titleText, kind: kindText, kinds }: RowFields, name: string) {
  const entries = create('div', 'entries')
  const entry = (text: string, field: HTMLElement) => {
    const label = create('label', 'entry')
    label.append(create('span', '', text), create('span', 'name-of', ` ${name}`), field)
    entries.append(label)
  }
  const [title, kind] = [create('input'), create('select')]
  title.maxLength = 140
  title.autocomplete = 'off'
  title.dir = 'auto'
  kind.append(...(kinds.cloneNode(true) as HTMLSelectElement).options)
  entry(titleText, title)
  entry(kindText, kind)
  return { entries, title, kind }
}

/**
 * A file in the list of uploads, by its title, or its file's name until it has one. `show` keeps the focus where a button of
 * the same place takes over.
 */
export function uploadRow(upload: Upload, fields: RowFields) {
  const { name, file } = upload.source
  const its = file && fieldsOf(fields, name)
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
  item.append(thumb, words, acts, ...(its ? [its.entries] : []), progress)
  const draw = (caption = '') => {
    if (upload.source.file) void drawFirstFrame(thumb, upload.source.file)
    if (its && caption && !its.title.value) its.title.value = caption
  }
  draw()

  const show = (said: string, wanted: readonly Act[]) => {
    const { now } = upload
    const state = SHOWN_STATES[now.state] ?? now.state
    item.dataset.state = state
    const isOpen = now.state === 'ready' || now.state === 'wrong'
    const heading = (!isOpen && its?.title.value) || name
    const page = now.state === 'done' && link({ text: heading, href: `/gifs/${now.id}` }, 'bdi')
    if (its) its.entries.hidden = !isOpen
    title.replaceChildren(page || create('bdi', '', heading))
    text.textContent = said
    // The server's own words, which are English.
    if ('reason' in now && now.reason)
      text.append(' ', Object.assign(create('span', '', now.reason), { lang: 'en' }))
    progress.hidden = state !== 'sending'
    progress.value = now.state === 'sending' ? now.sent / now.total : 0
    // Progress comes often, and a button that is new each time cannot be pressed.
    if (state === 'sending' && acts.childElementCount > 0 && acts.dataset.of === state) return
    const hadFocus = acts.contains(document.activeElement)
    acts.dataset.of = state
    acts.replaceChildren(...wanted.map((act) => (act.href ? link(act) : button(act, name))))
    if (hadFocus) acts.querySelector<HTMLElement>('a, button')?.focus()
  }
  return { item, show, draw, title: its?.title, kind: its?.kind }
}

export function create<Tag extends keyof HTMLElementTagNameMap>(
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
