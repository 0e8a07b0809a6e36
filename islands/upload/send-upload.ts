import type { UploadedItem } from '../../shared/schema/own/people.ts'
import { attempt, readCookie } from '../dom/page.ts'

/** Why an upload failed: the name of the words that say so. */
export type UploadProblem =
  | 'fileBroken'
  | 'fileLarge'
  | 'fileRemoved'
  | 'fileAddressWrong'
  | 'uploadBusy'
  | 'uploadStopped'
  | 'uploadBroken'
  | 'uploadOver'
  | 'tooMany'
  | 'tooManyToday'
  | 'gifTypeWrong'
  | 'failed'

/** `reason`: the server's own words, where it gives some. `retryAfter`: s after which it asks to try again. */
export class UploadError extends Error {
  readonly problem: UploadProblem
  readonly retryAfter: number

  constructor(problem: UploadProblem, reason = '', retryAfter = 0) {
    super(reason)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

const PROBLEMS: Readonly<Record<number, UploadProblem>> = {
  401: 'uploadOver',
  403: 'fileRemoved',
  413: 'fileLarge',
  429: 'tooMany',
  503: 'uploadBusy',
}

const HOUR_S = 3600

/** A day that is full (T60) is not over in a minute. */
const problemOf = (status: number, wait: number): ConstructorParameters<typeof UploadError> => [
  status === 429 && wait > HOUR_S ? 'tooManyToday' : (PROBLEMS[status] ?? 'failed'),
  '',
  wait,
]

/** Sends a form to `POST /v1/gifs`, with progress in bytes, which `fetch` does not tell. @throws UploadError */
export function sendUpload(
  fields: FormData,
  signal: AbortSignal,
  onProgress: (sent: number, total: number) => void,
): Promise<UploadedItem> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<UploadedItem>()
  const refuse = (...why: ConstructorParameters<typeof UploadError>) => reject(new UploadError(...why))
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
  request.addEventListener('load', () => {
    const { status } = request
    const { data, meta }: Body = attempt(() => JSON.parse(request.responseText)) ?? {}
    if (status === 200 && data?.id) resolve({ id: data.id, duplicate: data.duplicate === true })
    else if (status === 400 && meta?.msg?.startsWith('type ')) refuse('gifTypeWrong')
    else if (status === 400) refuse(fields.has('file') ? 'fileBroken' : 'fileAddressWrong', meta?.msg)
    else refuse(...problemOf(status, Number(request.getResponseHeader('Retry-After'))))
  })
  request.addEventListener('error', () => refuse('uploadBroken'))
  request.addEventListener('abort', () => refuse('uploadStopped'))
  signal.addEventListener('abort', () => request.abort())
  const token = readCookie('csrftoken')
  if (!token) refuse('uploadOver')
  request.open('POST', '/v1/gifs')
  request.setRequestHeader('X-CSRFToken', token ?? '')
  if (token) request.send(fields)
  return promise
}

type Body = { data?: { id?: string; duplicate?: boolean }; meta?: { msg?: string } }

/** How far an item's other sizes are (`GET /api/v3/uploads/{id}`). */
type Sizes = {
  state: 'queued' | 'working' | 'done' | 'failed' | 'cancelled'
  made: number
  planned: number
  reason: string
  is_waiting: boolean
}

const CALL = '/api/v3/uploads/'

/** ms between two looks: short at first, as most sizes are made in seconds. */
const WAITS_MS = [
  1000,
  1000,
  2000,
  3000,
  5000,
  5000,
  10_000,
  10_000,
  15_000,
  15_000,
  ...Array(10).fill(30_000),
]

/**
 * Waits until an item's other sizes are made, or are not, and tells how far they are, or nothing where that could not be read;
 * undefined where it takes longer than six minutes. An item that was taken down meanwhile is `removed`.
 */
export async function waitForSizes(
  id: string,
  tell: (sizes?: Sizes) => void,
): Promise<Sizes | 'removed' | undefined> {
  for (const ms of WAITS_MS) {
    const response = await fetch(CALL + encodeURIComponent(id)).catch(() => undefined)
    if (response?.status === 410) return 'removed'
    const sizes = response?.ok ? ((await response.json()) as Sizes) : undefined
    if (sizes && sizes.state !== 'queued' && sizes.state !== 'working') return sizes
    tell(sizes)
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
  return undefined
}

/** Has them made again. */
export const retrySizes = (id: string): Promise<unknown> =>
  fetch(`${CALL}${encodeURIComponent(id)}/retry`, {
    method: 'POST',
    headers: { 'X-CSRFToken': readCookie('csrftoken') ?? '' },
    keepalive: true,
  })
