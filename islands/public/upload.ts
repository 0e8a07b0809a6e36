import { own } from '../../shared/own.ts'
import type { Cut } from '../cut/cut.ts'
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
  // Where they are seen: without a script the file is sent last, and is there for that.
  const [first, ...rest] = form.querySelectorAll('[data-field]')
  first?.before(...rest.splice(-1), ...rest.splice(-1))

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

  const [tags, address] = [fieldOf(form, 'tags'), fieldOf(form, 'source_image_url')]
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
    queue.send((upload) =>
      NAMES.map((name) => [name, name === 'title' ? queue.titleOf(upload) : fieldOf(form, name).value]),
    )
    address.value = ''
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
  const title = fieldOf(form, 'title')
  // Each file has its own title: the form's is for an address.
  const showTitle = () => {
    const entry = title.closest<HTMLElement>('.entry')
    if (entry) entry.hidden = [...rows.values()].some((row) => row.title && !row.title.closest('[hidden]'))
  }
  const show = (upload: Upload) => {
    rows.get(upload)?.show(wordsOf(upload), actsOf(upload, words, presses))
    showTitle()
  }
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
    showTitle()
    const target = next?.matches('button') ? next : next?.querySelector('a, button')
    if (target instanceof HTMLElement) target.focus()
  }
  const edit = createEdit(form, words, (upload, text) =>
    rows.get(upload)?.show(text, actsOf(upload, words, presses)),
  )
  const presses = {
    ...queue,
    end,
    async edit(upload: Upload) {
      const source = await edit(upload)
      if (!source || !rows.has(upload)) return
      queue.replace(upload, source)
      rows.get(upload)?.draw(source.caption)
    },
  }

  return {
    ...queue,
    /** Its own title, or for an address that of the form, once. */
    titleOf(upload: Upload): string {
      const field = rows.get(upload)?.title ?? title
      const { value } = field
      if (field === title) title.value = ''
      else field.defaultValue = value
      return value
    },
    add(source: Source) {
      const upload = queue.add(source)
      const row = uploadRow(upload, words.gifTitle ?? '')
      // What was typed before a file was chosen is the first one's.
      if (row.title) {
        row.title.value = title.value
        title.value = ''
      }
      rows.set(upload, row)
      list.append(row.item)
      show(upload)
    },
  }
}

/** Opens a file's editor, which is fetched with the first press, and remembers what was chosen in it. */
function createEdit(form: HTMLFormElement, words: UploadWords, tell: (upload: Upload, text: string) => void) {
  const known = new WeakMap<Upload, { file: File; cut?: Cut }>()
  const dialog = document.querySelector<HTMLDialogElement>('.cutter')
  let isOpen = false
  return async (upload: Upload): Promise<(Source & { caption: string }) | undefined> => {
    const { name } = upload.source
    const { file = upload.source.file, cut: before } = known.get(upload) ?? {}
    if (!file || !dialog || isOpen) return undefined
    isOpen = true
    tell(upload, words.opening ?? '')
    try {
      const { editFile } = (await import(form.dataset.editor ?? '')) as typeof import('../cut/edit.ts')
      const edited = await editFile({ dialog, file, before, language: form.dataset.lang ?? '' })
      if (!edited) return { ...upload.source, caption: '' }
      known.set(upload, { file, ...(edited.cut && { cut: edited.cut }) })
      return {
        name,
        file: edited.file,
        isEdited: edited.cut !== undefined,
        caption: edited.cut?.caption.text ?? '',
      }
    } catch {
      tell(upload, words.unsupported ?? '')
      return undefined
    } finally {
      isOpen = false
    }
  }
}

/** A button or link of a row: what it says, and where it leads or what it does. */
type Act = { text: string; href?: string; press?: () => void }

type Presses = Record<'cancel' | 'retry' | 'retrySizes' | 'end' | 'edit', (upload: Upload) => void>

/** What can be done with an upload. */
function actsOf(upload: Upload, words: UploadWords, presses: Presses): Act[] {
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
const SHOWN_STATES = { queued: 'ready', waiting: 'sending' } as const

/** The field of a file's title, which is named by the file too. */
function titleField(label: string, name: string): { entry: HTMLElement; field: HTMLInputElement } {
  const [entry, field] = [create('label', 'entry'), create('input')]
  entry.append(create('span', '', label), create('span', 'name-of', ` ${name}`), field)
  field.maxLength = 140
  field.autocomplete = 'off'
  field.dir = 'auto'
  return { entry, field }
}

/** A file in the list of uploads. `show` keeps the focus where a button of the same place takes over. */
function uploadRow(upload: Upload, label: string) {
  const { name, file } = upload.source
  const its = file && titleField(label, name)
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
  item.append(thumb, words, acts, ...(its ? [its.entry] : []), progress)
  const draw = (caption = '') => {
    if (upload.source.file) void drawFirstFrame(thumb, upload.source.file)
    if (its && caption && !its.field.value) its.field.value = caption
  }
  draw()

  const show = (said: string, wanted: readonly Act[]) => {
    const { now } = upload
    const state = now.state === 'queued' || now.state === 'waiting' ? SHOWN_STATES[now.state] : now.state
    item.dataset.state = state
    const heading = its?.field.value || name
    const page = now.state === 'done' && link({ text: heading, href: `/gifs/${now.id}` }, 'bdi')
    if (its) its.entry.hidden = now.state !== 'ready' && now.state !== 'wrong'
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
  return { item, show, draw, title: its?.field }
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
