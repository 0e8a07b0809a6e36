import type { Context } from 'hono'
import { ownPath } from '../../shared/calls/own-path.ts'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import { releaseLarge } from '../body/large-body.ts'
import { peekField } from '../body/peek-field.ts'
import { assertKeyWithinLimit, assertWithinLimit } from '../http/rate-limit.ts'
import { replyJson } from '../http/reply.ts'
import { readCredentials } from './credentials.ts'
import { findCall } from './find-call.ts'
import { checkWithoutBody } from './handle-call.ts'

type C = Context<App>

/**
 * `POST /v1/gifs` in GIPHY's envelope, and the renditions of an item that were made elsewhere. Everything is checked in the
 * order of all calls (T18); then the library reads the body as a stream, which no other call does.
 */
export async function handleUpload(c: C): Promise<Response> {
  const url = new URL(c.req.url)
  const found = findCall(c.req.method, c.req.path, url.searchParams)
  c.set('route', ownPath(found.call))
  const { upstreams, uploads } = c.get('services')
  if (!upstreams.provider.isEmbedded || !upstreams.site.isEmbedded) {
    throw new AppError('not-implemented', 'Uploads go to the provider: there is no library of our own here')
  }
  if (!uploads) throw new AppError('unavailable', 'Uploads have no service here: DB or MEDIA is missing')
  const { token, request } = await tokenAndBody(c, found.name)
  const { actor } = await checkWithoutBody(c, found, url, { token })
  if (!actor) throw new AppError('unauthorized', 'This call is for people who are logged in')
  await assertKeyWithinLimit(c, 'UPLOAD_LIMIT', actor.id)
  try {
    const data: unknown = await (await uploads(request, actor)).json()
    if (c.get('responseClass') !== 'api') return replyJson(c, data, 200)
    const meta = { status: 200, msg: 'OK', response_id: c.get('requestId') }
    return replyJson(c, { data, meta }, 200, { 'Cache-Control': 'no-store' })
  } finally {
    releaseLarge(request)
  }
}

type TokenAndBody = { token: string | undefined; request: Request }

/**
 * The token in `api_key`: in the address, or, as clients of GIPHY send it, in a field of the form. That one is looked for
 * only where nothing else says who it is, in front of the file (T18).
 * @throws AppError 'unauthorized' for a form without it there; RateLimitError
 */
async function tokenAndBody(c: C, name: string): Promise<TokenAndBody> {
  const { raw } = c.req
  const inAddress = c.req.query('api_key')
  const { token, session } = readCredentials(raw.headers, c.get('publicUrl'))
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
