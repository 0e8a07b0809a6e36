import { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import type { UploadedItem } from '../../shared/schema/own/people.ts'
import { peekField } from '../../shared/server/body/form-parts.ts'
import { releaseBody } from '../../shared/server/body/hold.ts'
import type { FileForm, PictureName, SignedInActor, UploadsOrigin } from '../../shared/server/origin.ts'
import { type AppContext, replyJson } from '../http/context.ts'
import { type RequestCredentials, readCredentials } from '../http/credentials.ts'
import { assertKeyWithinLimit, assertWithinLimit } from '../http/rate-limit.ts'
import { admit, pageCredentials } from './access.ts'
import { isOwnToken } from './callers.ts'
import { FormTokenError, findCall, hasUploads } from './handle-call.ts'

/**
 * `POST /v1/gifs` in GIPHY's envelope, and the renditions of an item that were made elsewhere. Everything is checked in the
 * order of all calls (T18); then the library reads the body as a stream, which no other call does.
 */
export async function handleUpload(c: AppContext): Promise<Response> {
  const address = new URL(c.req.url)
  const found = findCall(c, address)
  const uploads = uploadsOf(c)
  const sent = readCredentials(c.req.raw.headers, c.get('publicUrl'))
  const { token, request } = await tokenAndBody(c, found.name, sent)
  const credentials = { ...sent, token: sent.token ?? token }
  const { actor } = await admit(c, found, { address, credentials, isWrite: true })
  return receive(c, request, actor, async (person) => {
    const data: unknown = await (await uploads(request, person)).json()
    if (c.get('responseClass') !== 'api') return replyJson(c, data, 200)
    const meta = { status: 200, msg: 'OK', response_id: c.get('requestId') }
    return replyJson(c, { data, meta }, 200, { 'Cache-Control': 'no-store' })
  })
}

/**
 * The same for the form of a page, by the session alone. The page has checked where it comes from (`assertOwnForm`); its
 * `csrf` comes before the file, of which nothing is read before.
 * @param note gets the form's other texts.
 * @throws FormTokenError, or AppError
 */
export async function pageUpload(
  c: AppContext,
  note: (fields: Readonly<Record<string, string>>) => void,
): Promise<UploadedItem> {
  const response = await pageFile(c, 'uploadGif', note)
  return response.json()
}

const PICTURE_CALLS = { avatar: 'putAvatar', banner: 'putBanner' } as const

/** Likewise for the form of one's own picture. @throws FormTokenError, or AppError */
export async function pagePicture(
  c: AppContext,
  picture: PictureName,
  note: (fields: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const response = await pageFile(c, PICTURE_CALLS[picture], note, picture)
  await response.body?.cancel()
}

type FileCall = 'uploadGif' | (typeof PICTURE_CALLS)[PictureName]

async function pageFile(
  c: AppContext,
  name: FileCall,
  note: (fields: Readonly<Record<string, string>>) => void,
  picture?: PictureName,
): Promise<Response> {
  const uploads = uploadsOf(c)
  const found = { name, call: ownSiteCalls[name], params: {} }
  const credentials = pageCredentials(c)
  const { actor } = await admit(c, found, { credentials, isWrite: true })
  const look: FileForm['look'] = (texts) => {
    const { csrf = '', ...fields } = Object.fromEntries(texts)
    if (!isOwnToken(csrf, credentials.csrf)) throw new FormTokenError()
    note(fields)
  }
  return receive(c, c.req.raw, actor, (person) =>
    uploads(c.req.raw, person, { look, ...(picture && { picture }) }),
  )
}

function uploadsOf(c: AppContext): UploadsOrigin {
  if (!hasUploads(c)) {
    throw new AppError('not-implemented', 'Uploads go to the provider: there is no library of our own here')
  }
  const { uploads } = c.get('services')
  if (!uploads) throw new AppError('unavailable', 'Uploads have no service here: DB or MEDIA is missing')
  return uploads
}

async function receive<Result>(
  c: AppContext,
  request: Request,
  actor: SignedInActor | undefined,
  take: (actor: SignedInActor) => Promise<Result>,
): Promise<Result> {
  if (!actor) throw new AppError('unauthorized', 'This call is for people who are logged in')
  await assertKeyWithinLimit(c, 'UPLOAD_LIMIT', actor.id)
  try {
    return await take(actor)
  } finally {
    releaseBody(request)
  }
}

/**
 * The token in `api_key`: in the address, or, as clients of GIPHY send it, in a field of the form. That one is looked for
 * only where nothing else says who it is, in front of the file (T18).
 * @throws AppError 'unauthorized' for a form without it there; RateLimitError
 */
async function tokenAndBody(c: AppContext, name: string, { token, session }: RequestCredentials) {
  const { raw } = c.req
  const inAddress = c.req.query('api_key')
  const isForm = /^multipart\/form-data *;/i.test(c.req.header('Content-Type') ?? '')
  if (name !== 'uploadGif' || inAddress || token || session || !isForm) {
    return { token: inAddress, request: raw }
  }
  await assertWithinLimit(c, 'UPLOAD_LIMIT', 'form ')
  const found = await peekField(raw, 'api_key')
  if (found) return { token: found.value, request: found.request }
  throw new AppError(
    'unauthorized',
    'Uploads need a token: in Authorization, or in api_key, in the address or in front of the file',
  )
}
