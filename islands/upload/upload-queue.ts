import { KIND_BYTES, kindOf } from '../../shared/media/limits.ts'
import { retrySizes, sendUpload, UploadError, type UploadProblem, waitForSizes } from './send-upload.ts'

/** How often a file is sent again by itself while the server is busy: its claim ends after 30 s. */
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

/** Whether it is refused for good: neither another try nor the editor, which makes a file smaller, would mend it. */
export const isRefused = ({ now, source }: Upload): boolean =>
  now.state === 'wrong' && HOPELESS.has(now.problem) && !(now.problem === 'fileLarge' && source.file)

/** A file or an address that is to be sent. `isEdited`: the file is what a visitor has made of the one chosen. */
export type Source = { name: string; file?: File; address?: string; isEdited?: boolean }

/** What goes with the files that are sent now, by the fields of `POST /v1/gifs`. */
export type Texts = readonly (readonly [name: string, text: string])[]

type Problem = UploadProblem | 'fileEmpty' | 'fileKind'
/** How many sizes are made, of how many. */
type Count = { made: number; planned: number }
type Sizes = 'sizesMaking' | 'sizesDone' | 'sizesStills' | 'sizesNone' | 'sizesFailed' | 'sizesLater'

/** How far an upload is. `problem` and `sizes` are names of words (`shared/texts/people/`); bytes are `sent` and `total`. */
type UploadState =
  /** Waits to be sent, or for those before it. */
  | { state: 'ready' | 'queued' }
  | { state: 'sending'; sent: number; total: number }
  /** Until the server has time. */
  | { state: 'waiting' }
  /** `reason`: in the server's words, which are English. */
  | { state: 'wrong'; problem: Problem; reason: string; canRetry: boolean }
  /** `sizes` is for a new item, which `isHeld` until a moderator has seen it; one that was there before `isKnown`. */
  | {
      state: 'done'
      id: string
      isKnown: boolean
      isHeld?: boolean
      sizes?: Sizes
      count?: Count
      reason?: string
    }

/** One of the files of a page. */
export type Upload = {
  readonly number: number
  source: Source
  now: UploadState
  texts: Texts
  problem: Promise<Problem | undefined>
  stop: AbortController
  /** What was sent, if anything. */
  sent?: Source
}

/** The calls for one upload. */
type Acts = Readonly<Record<'cancel' | 'retry' | 'remove' | 'retrySizes', (upload: Upload) => void>>

export type UploadQueue = Acts & {
  add: (source: Source) => Upload
  /** Takes another file in the place of one that was not sent. */
  replace: (upload: Upload, source: Source) => void
  hasReady: () => boolean
  /** Sends what is ready, each with its texts. */
  send: (textsOf: (upload: Upload) => Texts) => void
}

/** Tells how far an upload is now. */
type Show = (entry: Upload, now: UploadState) => void

const fail = (show: Show, entry: Upload, problem: Problem, reason = '') =>
  show(entry, { state: 'wrong', problem, reason, canRetry: !HOPELESS.has(problem) })

/** Sends one file, again by itself while the server is busy, and follows the sizes of a new item. */
async function sendOne(show: Show, entry: Upload): Promise<void> {
  const { source, texts } = entry
  entry.stop = new AbortController()
  const { signal } = entry.stop
  const progress = (sent: number, total: number) => show(entry, { state: 'sending', sent, total })
  for (let tries = 0; ; tries++) {
    progress(0, source.file?.size || 1)
    try {
      const wasSent = entry.sent === source
      entry.sent = source
      const { id, duplicate = false } = await sendUpload(bodyOf(source, texts), signal, progress)
      // What was sent before may have arrived, though its response did not.
      const isKnown = duplicate && !wasSent
      if (isKnown) show(entry, { state: 'done', id, isKnown })
      else void followSizes(show, entry, id)
      return
    } catch (error) {
      if (!(error instanceof UploadError)) throw error
      const { problem, message, retryAfter } = error
      if (problem !== 'uploadBusy' || tries === BUSY_TRIES) return fail(show, entry, problem, message)
      show(entry, { state: 'waiting' })
      await pause(retryAfter * 1000, signal)
      if (signal.aborted) return fail(show, entry, 'uploadStopped')
    }
  }
}

async function followSizes(show: Show, entry: Upload, id: string): Promise<void> {
  let isHeld = false
  const tell = (sizes: Sizes, more: { reason?: string; count?: Count } = {}) =>
    show(entry, { state: 'done', id, isKnown: false, isHeld, sizes, ...more })
  const sizes = await waitForSizes(id, (now) => {
    isHeld = now?.is_waiting ?? isHeld
    tell('sizesMaking', now && { count: now })
  })
  if (sizes === 'removed') return fail(show, entry, 'fileRemoved')
  isHeld = sizes?.is_waiting ?? isHeld
  if (!sizes) tell('sizesLater')
  else if (sizes.state === 'failed') tell('sizesFailed', { reason: sizes.reason })
  else if (sizes.made === 0) tell('sizesNone')
  else tell(sizes.reason ? 'sizesStills' : 'sizesDone')
}

/** Sends what waits, one after the other, and asks before the page is left until then. @param isLeft whether one was not removed */
function createSender(show: Show, isLeft: (entry: Upload) => boolean) {
  const waiting: Upload[] = []
  let isSending = false
  const guard = (event: Event) => event.preventDefault()
  return {
    enqueue(entry: Upload): void {
      waiting.push(entry)
      show(entry, { state: 'queued' })
    },
    async send(): Promise<void> {
      if (isSending) return
      isSending = true
      addEventListener('beforeunload', guard)
      for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
        if (isLeft(entry) && !(await entry.problem)) await sendOne(show, entry)
      }
      removeEventListener('beforeunload', guard)
      isSending = false
    },
  }
}

/** A page's files, sent one at a time; none is over `max` bytes. `changed` is called whenever an upload's `now` is another. */
export function uploadQueue(max: number, changed: (upload: Upload) => void): UploadQueue {
  const entries = new Set<Upload>()
  let count = 0
  const show: Show = (entry, now) => {
    entry.now = now
    if (entries.has(entry)) changed(entry)
  }
  const sender = createSender(show, (entry) => entries.has(entry))
  const check = (entry: Upload, { file }: Source) => {
    const problem = file ? problemOf(file, max) : Promise.resolve(undefined)
    entry.problem = problem
    void problem.then((found) => found && entry.problem === problem && fail(show, entry, found))
  }
  return {
    add(source) {
      const [stop, problem] = [new AbortController(), Promise.resolve(undefined)]
      const entry: Upload = { number: ++count, source, now: { state: 'ready' }, texts: [], problem, stop }
      entries.add(entry)
      check(entry, source)
      return entry
    },
    replace(entry, source) {
      entry.source = source
      check(entry, source)
      show(entry, { state: 'ready' })
    },
    hasReady: () => [...entries].some(({ now }) => now.state === 'ready'),
    send(textsOf) {
      for (const entry of entries) {
        if (entry.now.state !== 'ready') continue
        entry.texts = textsOf(entry)
        sender.enqueue(entry)
      }
      void sender.send()
    },
    cancel: ({ stop }) => stop.abort(),
    retry(upload) {
      sender.enqueue(upload)
      void sender.send()
    },
    remove: (upload) => entries.delete(upload),
    async retrySizes(upload) {
      if (upload.now.state !== 'done') return
      const { id } = upload.now
      await retrySizes(id).catch(() => {})
      await followSizes(show, upload, id)
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
async function problemOf(file: File, max: number): Promise<Problem | undefined> {
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
