import { own } from '../../shared/own.ts'
import { areTags, drawFirstFrame, takeFiles, type UploadWords, uploadWords } from '../upload/upload-page.ts'
import { type Source, type Upload, uploadQueue } from '../upload/upload-queue.ts'

const NAMES = ['title', 'tags', 'type', 'rating', 'source_post_url'] as const

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

// The page of uploads: files go one after the other, each with its progress and its own end. Without this the form is
// posted as it is.
const form = document.querySelector<HTMLFormElement>('form.upload')
const input = form?.querySelector<HTMLInputElement>('input[type="file"]')
if (form && input) start(form, input)

function start(form: HTMLFormElement, input: HTMLInputElement): void {
  const words = JSON.parse(form.dataset.words ?? '') as UploadWords
  const list = create('ul', 'records uploads')
  const status = create('p', 'name-of')
  status.role = 'status'
  form.querySelector('button[type="submit"]')?.before(list, status)

  const queue = startRows(form, list, words, (text) => {
    status.textContent = text
  })
  const add = (files: Iterable<File>) => {
    for (const file of files) queue.add({ name: file.name, file })
    input.value = ''
    input.setCustomValidity('')
  }
  // Not before: the browser's own words in the field differ then, and would move.
  input.addEventListener('click', () => {
    input.multiple = true
  })
  input.addEventListener('change', () => add(input.files ?? []))
  // What was chosen before this script came.
  if (input.files?.length) add(input.files)
  takeFiles(form, add)

  const [title, tags, address] = [
    fieldOf(form, 'title'),
    fieldOf(form, 'tags'),
    fieldOf(form, 'source_image_url'),
  ]
  address.addEventListener('input', () => input.setCustomValidity(''))
  tags.addEventListener('input', () =>
    tags.setCustomValidity(areTags(tags.value) ? '' : (words.tagsWrong ?? '')),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (address.value) queue.add({ name: address.value, address: address.value })
    if (!queue.hasReady()) {
      input.setCustomValidity(words.fileNeeded ?? '')
      input.reportValidity()
      return
    }
    queue.send(NAMES.map((name) => [name, fieldOf(form, name).value] as const))
    address.value = ''
    title.value = ''
    // What stays for the next files is sent with these.
    for (const name of NAMES) fieldOf(form, name).defaultValue = fieldOf(form, name).value
  })
}

/** The files of this page, a row each. @param say tells how one ended */
function startRows(
  form: HTMLFormElement,
  list: HTMLElement,
  words: UploadWords,
  say: (text: string) => void,
) {
  const rows = new Map<Upload, ReturnType<typeof uploadRow>>()
  const wordsOf = uploadWords(words, form.dataset.lang ?? '')
  const show = (upload: Upload) => rows.get(upload)?.show(wordsOf(upload), actsOf(upload, words, presses))
  const queue = uploadQueue(Number(form.dataset.max), (upload) => {
    const { source, now } = upload
    show(upload)
    if (now.state === 'wrong') say(`${source.name}: ${wordsOf(upload)}`)
    if (now.state === 'done' && (now.isKnown || now.sizes === 'sizesMaking'))
      say(`${source.name}: ${words[now.isKnown ? 'uploadKnown' : 'uploadDone'] ?? ''}`)
  })
  const end = (upload: Upload) => {
    const item = rows.get(upload)?.item
    const next = item?.nextElementSibling ?? form.querySelector('button[type="submit"]')
    queue.remove(upload)
    rows.delete(upload)
    item?.remove()
    const target = next?.matches('button') ? next : next?.querySelector('a, button')
    if (target instanceof HTMLElement) target.focus()
  }
  const presses = { ...queue, end }

  return {
    ...queue,
    add(source: Source) {
      const upload = queue.add(source)
      const row = uploadRow(upload)
      rows.set(upload, row)
      list.append(row.item)
      show(upload)
    },
  }
}

/** A button or link of a row: what it says, and where it leads or what it does. */
type Act = { text: string; href?: string; press?: () => void }

type Presses = Record<'cancel' | 'retry' | 'retrySizes' | 'end', (upload: Upload) => void>

/** What can be done with an upload. */
function actsOf(upload: Upload, words: UploadWords, presses: Presses): Act[] {
  const { now } = upload
  const act = (name: string, press: keyof Presses) => ({
    text: own(words, name) ?? '',
    press: () => presses[press](upload),
  })
  switch (now.state) {
    case 'ready':
    case 'queued':
      return [act('remove', 'end')]
    case 'sending':
    case 'waiting':
      return [act('cancel', 'cancel')]
    case 'wrong':
      return [...(now.canRetry ? [act('tryAgain', 'retry')] : []), act('remove', 'end')]
    case 'done': {
      const href = `/upload?done=${now.id}${now.isKnown ? '&known=1' : ''}`
      const retry = now.sizes === 'sizesFailed' ? [act('tryAgain', 'retrySizes')] : []
      return [{ text: words.codes ?? '', href }, ...retry]
    }
  }
}

/** What the style tells apart. */
const SHOWN_STATES = { queued: 'ready', waiting: 'sending' } as const

/** A file in the list of uploads. `show` keeps the focus where a button of the same place takes over. */
function uploadRow(upload: Upload) {
  const { name, file } = upload.source
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

  const show = (said: string, wanted: readonly Act[]) => {
    const { now } = upload
    const state = now.state === 'queued' || now.state === 'waiting' ? SHOWN_STATES[now.state] : now.state
    item.dataset.state = state
    const page = now.state === 'done' && link({ text: name, href: `/gifs/${now.id}` }, 'bdi')
    title.replaceChildren(page || create('bdi', '', name))
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
