import type { Cut } from '../cut/cut.ts'
import { areTags, outcomeOf, takeFiles, type UploadWords, uploadWords } from '../upload/upload-page.ts'
import { isRefused, type Source, type Upload, uploadQueue } from '../upload/upload-queue.ts'
import { actsOf, create, uploadRow } from '../upload/upload-row.ts'

const NAMES = ['title', 'tags', 'type', 'rating', 'source_post_url'] as const

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

// The page of uploads: files go one after the other, each with its progress and its own end. Without this the form is
// posted as it is.
const form = document.querySelector<HTMLFormElement>('form.upload')
const input = form?.querySelector<HTMLInputElement>('input[type="file"]')
if (form && input) start(form, input)

function start(form: HTMLFormElement, input: HTMLInputElement): void {
  const words = JSON.parse(form.dataset.words ?? '') as UploadWords
  const [list, refused] = [create('ul', 'records uploads'), create('ul', 'said wrong refused')]
  const status = create('p', 'name-of')
  status.role = 'status'
  // Where they are seen: without a script the file is sent last, and is there for that.
  const [first, ...rest] = form.querySelectorAll('[data-field]')
  first?.before(...rest.splice(-1), ...rest.splice(-1), status, refused, list)
  refused.tabIndex = -1

  const queue = startRows(form, { list, refused, status }, words)
  const add = (files: Iterable<File>) => {
    refused.replaceChildren()
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
  address.addEventListener('input', () => {
    input.setCustomValidity('')
    queue.showWords()
  })
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
    queue.send((upload) => {
      const its = queue.ownWords(upload)
      return NAMES.map((name) => [name, its[name] ?? fieldOf(form, name).value])
    })
    address.value = ''
    queue.showWords()
    // What stays for the next files is sent with these.
    for (const name of NAMES) fieldOf(form, name).defaultValue = fieldOf(form, name).value
  })
}

type Places = Record<'list' | 'refused' | 'status', HTMLElement>

/** The files of this page, a row each; what is refused for good is no row, but a line that says why. */
function startRows(form: HTMLFormElement, { list, refused, status }: Places, words: UploadWords) {
  const rows = new Map<Upload, ReturnType<typeof uploadRow>>()
  const wordsOf = uploadWords(words, form.dataset.lang ?? '')
  const [title, address] = [fieldOf(form, 'title'), fieldOf(form, 'source_image_url')]
  const kinds = form.elements.namedItem('type') as HTMLSelectElement
  const labels = { title: words.gifTitle ?? '', kind: words.gifType ?? '', kinds }
  const say = (text: string) => {
    if (status.textContent !== text) status.textContent = text
  }
  // The file comes first, then words about it. Each file has its own title and kind: the form's are for an address.
  const showWords = () => {
    form.toggleAttribute('data-begun', rows.size > 0 || address.value !== '')
    form.toggleAttribute('data-files', address.value === '')
  }
  const end = (upload: Upload, isFocused = true) => {
    const item = rows.get(upload)?.item
    const next = item?.nextElementSibling ?? form.querySelector('button[type="submit"]')
    queue.remove(upload)
    rows.delete(upload)
    item?.remove()
    showWords()
    const target = next?.matches('button') ? next : next?.querySelector('a, button')
    if (isFocused && target instanceof HTMLElement) target.focus()
  }
  const refuse = (upload: Upload, text: string) => {
    const hadFocus = rows.get(upload)?.item.contains(document.activeElement)
    end(upload, false)
    const line = create('li')
    line.append(create('bdi', '', upload.source.name), `: ${text}`)
    refused.append(line)
    if (hadFocus) refused.focus()
  }
  const show = (upload: Upload) => rows.get(upload)?.show(wordsOf(upload), actsOf(upload, words, presses))
  const queue = uploadQueue(Number(form.dataset.max), (upload) => {
    const { source, now } = upload
    const text = wordsOf(upload)
    const outcome = now.state === 'done' ? outcomeOf(words, now) : now.state === 'wrong' && text
    if (outcome) say(`${source.name}: ${outcome}`)
    if (isRefused(upload)) refuse(upload, text)
    else show(upload)
  })
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
    showWords,
    /** Its own title and kind; for an address the title of the form, once. */
    ownWords(upload: Upload): Partial<Record<(typeof NAMES)[number], string>> {
      const its = rows.get(upload)
      const field = its?.title ?? title
      const { value } = field
      if (field === title) title.value = ''
      else field.defaultValue = value
      return { title: value, ...(its?.kind && { type: its.kind.value }) }
    },
    add(source: Source) {
      const upload = queue.add(source)
      const row = uploadRow(upload, labels)
      if (row.kind) row.kind.value = kinds.value
      // What was typed before this script came is the first one's.
      if (row.title && !address.value) {
        row.title.value = title.value
        title.value = ''
      }
      rows.set(upload, row)
      list.append(row.item)
      show(upload)
      showWords()
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
