import { KIND_BYTES, kindOf } from '../../shared/media/kind.ts'
import { retrySizes, sendUpload, UploadError, type Uploaded, waitForSizes } from './send-upload.ts'
import { type UploadRow, uploadRow } from './upload-row.ts'

type Words = Readonly<Record<string, string>>

const MEBI = 1024 * 1024
const TAGS_MAX = { count: 40, chars: 100 }
const NAMES = ['title', 'tags', 'rating', 'source_post_url'] as const
/** How often a file is sent anew by itself while the server is busy: a claim of its ends after 30 s. */
const BUSY_TRIES = 4
const BUSY_WAIT_MS = { min: 1000, max: 30_000 }
/** What trying again does not mend. */
const HOPELESS: ReadonlySet<string> = new Set([
  'fileEmpty',
  'fileKind',
  'fileLarge',
  'fileBroken',
  'fileRemoved',
])

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

// The page of uploads: files go one after the other, each with its progress and its own end. Without this the form is
// posted as it is.
const form = document.querySelector<HTMLFormElement>('form.upload')
const input = form?.querySelector<HTMLInputElement>('input[type="file"]')
if (form && input) start(form, input)

/** A file or an address that is to be sent. */
type Source = { name: string; file?: File; address?: string }

function start(form: HTMLFormElement, input: HTMLInputElement): void {
  const words = JSON.parse(form.dataset.words ?? '') as Words
  const list = document.createElement('ul')
  const status = document.createElement('p')
  list.className = 'records uploads'
  status.className = 'name-of'
  status.role = 'status'
  form.querySelector('button[type="submit"]')?.before(list, status)

  const queue = startQueue(form, words, (text) => {
    status.textContent = text
  })
  const add = (files: Iterable<File>) => {
    for (const file of files) queue.add(list, { name: file.name, file })
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
  takeDropped(form, add)
  document.addEventListener('paste', (event) => {
    const files = event.clipboardData?.files
    if (!files?.length) return
    event.preventDefault()
    add(files)
  })

  const address = fieldOf(form, 'source_image_url')
  address.addEventListener('input', () => input.setCustomValidity(''))
  const tags = fieldOf(form, 'tags')
  tags.addEventListener('input', () =>
    tags.setCustomValidity(areTags(tags.value) ? '' : (words.tagsWrong ?? '')),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (address.value) queue.add(list, { name: address.value, address: address.value })
    if (!queue.hasReady()) {
      input.setCustomValidity(words.fileNeeded ?? '')
      input.reportValidity()
      return
    }
    queue.send(wordsOf(form))
    address.value = ''
    fieldOf(form, 'title').value = ''
  })
}

function areTags(text: string): boolean {
  const tags = text.split(',')
  return tags.length <= TAGS_MAX.count && tags.every((tag) => tag.trim().length <= TAGS_MAX.chars)
}

/** What somebody says of the files that are sent now. */
const wordsOf = (form: HTMLFormElement) => NAMES.map((name) => [name, fieldOf(form, name).value] as const)

/** Files may be dropped anywhere: a browser would leave the page and open them. */
function takeDropped(form: HTMLFormElement, add: (files: Iterable<File>) => void): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    form.toggleAttribute('data-dragging', true)
  })
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) form.removeAttribute('data-dragging')
  })
  document.addEventListener('drop', (event) => {
    form.removeAttribute('data-dragging')
    if (!hasFiles(event)) return
    event.preventDefault()
    add(event.dataTransfer?.files ?? [])
  })
}

type Texts = readonly (readonly [name: string, text: string])[]
type Entry = {
  source: Source
  row: UploadRow
  texts: Texts
  /** Waits for somebody to send it. */
  isReady: boolean
  problem: Promise<string | undefined>
}

/** The files of this page. They are sent one at a time: a server takes one large body at a time. */
function startQueue(form: HTMLFormElement, words: Words, say: (text: string) => void) {
  const entries = new Set<Entry>()
  const waiting: Entry[] = []
  let isSending = false
  const max = Number(form.dataset.max)
  const inUnit = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(form.dataset.lang, { style: 'unit', unit, maximumFractionDigits })
  const [megabytes, kilobytes] = [inUnit('megabyte', 1), inUnit('kilobyte', 0)]
  const sizeOf = (bytes: number) =>
    bytes < MEBI ? kilobytes.format(Math.ceil(bytes / 1024)) : megabytes.format(bytes / MEBI)

  const guard = (event: Event) => event.preventDefault()

  function end(entry: Entry): void {
    const next = entry.row.item.nextElementSibling ?? form.querySelector('button[type="submit"]')
    entries.delete(entry)
    entry.row.item.remove()
    const target = next?.matches('button') ? next : next?.querySelector('a, button')
    if (target instanceof HTMLElement) target.focus()
  }

  const removeAct = (entry: Entry) => ({ text: words.remove ?? '', press: () => end(entry) })

  function fail(entry: Entry, problem: string, reason?: string): void {
    const text = words[problem] ?? ''
    const retry = { text: words.tryAgain ?? '', press: () => resend(entry) }
    entry.row.show({
      state: 'wrong',
      text,
      ...(reason && { reason }),
      acts: [...(HOPELESS.has(problem) ? [] : [retry]), removeAct(entry)],
    })
    say(`${entry.source.name}: ${text}`)
  }

  function resend(entry: Entry): void {
    waiting.push(entry)
    entry.row.show({ state: 'ready', text: words.uploadReady ?? '', acts: [removeAct(entry)] })
    sendAll()
  }

  async function sendAll(): Promise<void> {
    if (isSending) return
    isSending = true
    addEventListener('beforeunload', guard)
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      if (entries.has(entry) && !(await entry.problem)) await sendOne(entry)
    }
    removeEventListener('beforeunload', guard)
    isSending = false
  }

  async function sendOne(entry: Entry): Promise<void> {
    const { source, row, texts } = entry
    const stop = new AbortController()
    const acts = [{ text: words.cancel ?? '', press: () => stop.abort() }]
    const show = (sent: number, total: number) => {
      const isSent = sent >= total || !source.file
      const text = isSent
        ? (words.uploadChecking ?? '')
        : (words.uploadSending ?? '').replace('{sent}', sizeOf(sent)).replace('{size}', sizeOf(total))
      row.show({ state: 'sending', text, progress: sent / total, acts })
    }
    for (let tries = 0; ; tries++) {
      show(0, source.file?.size || 1)
      try {
        return finish(entry, await sendUpload(bodyOf(source, texts), stop.signal, show))
      } catch (error) {
        if (!(error instanceof UploadError)) throw error
        const { problem, message, retryAfter } = error
        if (problem !== 'uploadBusy' || tries === BUSY_TRIES) return fail(entry, problem, message)
        row.show({ state: 'sending', text: words.uploadWaiting ?? '', progress: 0, acts })
        await pause(retryAfter * 1000, stop.signal)
        if (stop.signal.aborted) return fail(entry, 'uploadStopped')
      }
    }
  }

  function finish(entry: Entry, { id, duplicate = false }: Uploaded): void {
    const { source } = entry
    say(`${source.name}: ${(duplicate ? words.uploadKnown : words.uploadDone) ?? ''}`)
    if (duplicate) showItem(entry, id, words.uploadKnown ?? '', true)
    else followSizes(entry, id)
  }

  function showItem(
    entry: Entry,
    id: string,
    text: string,
    isKnown = false,
    reason = '',
    again?: () => void,
  ) {
    const codes = { text: words.codes ?? '', href: `/upload?done=${id}${isKnown ? '&known=1' : ''}` }
    const retry = again && { text: words.tryAgain ?? '', press: again }
    entry.row.show({
      state: 'done',
      text,
      reason,
      href: `/gifs/${id}`,
      acts: retry ? [codes, retry] : [codes],
    })
  }

  async function followSizes(entry: Entry, id: string): Promise<void> {
    const show = (more: string, reason?: string, again?: () => void) =>
      showItem(entry, id, `${words.uploadDone}. ${more}`, false, reason, again)
    show(words.sizesMaking ?? '')
    const sizes = await waitForSizes(id)
    if (!sizes) return show(words.sizesLater ?? '')
    if (sizes.state !== 'failed') return show((sizes.made > 0 ? words.sizesDone : words.sizesNone) ?? '')
    show(words.sizesFailed ?? '', sizes.reason, async () => {
      await retrySizes(id).catch(() => {})
      await followSizes(entry, id)
    })
  }

  return {
    async add(list: HTMLElement, source: Source) {
      const row = uploadRow(source.name, source.file)
      const problem = source.file ? problemOf(source.file, max) : Promise.resolve(undefined)
      const entry: Entry = { source, row, texts: [], isReady: true, problem }
      entries.add(entry)
      list.append(row.item)
      const text = [words.uploadReady, source.file && sizeOf(source.file.size)].filter(Boolean).join(' · ')
      row.show({ state: 'ready', text, acts: [removeAct(entry)] })
      const found = await problem
      if (!found) return
      entry.isReady = false
      fail(entry, found)
    },
    hasReady: () => [...entries].some(({ isReady }) => isReady),
    send(texts: Texts) {
      for (const entry of entries) {
        if (!entry.isReady) continue
        Object.assign(entry, { texts, isReady: false })
        waiting.push(entry)
      }
      sendAll()
    },
  }
}

/** Waits as long as the server asks for, within bounds, or until it is stopped. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, Math.min(Math.max(ms, BUSY_WAIT_MS.min), BUSY_WAIT_MS.max))
    signal.addEventListener('abort', resolve)
  })

/** What is wrong with a file can be seen before it is sent, but for what is inside. */
async function problemOf(file: File, max: number): Promise<string | undefined> {
  if (file.size === 0) return 'fileEmpty'
  if (file.size > max) return 'fileLarge'
  try {
    kindOf(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()))
  } catch {
    return 'fileKind'
  }
  return undefined
}

function bodyOf({ file, address = '' }: Source, texts: Texts): FormData {
  const body = new FormData()
  for (const [name, text] of texts) if (text) body.append(name, text)
  // The file last: what is in front of it is checked before it is read.
  if (file) body.append('file', file)
  else body.append('source_image_url', address)
  return body
}
