import type { R2Bucket } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'
import type { UploadsOrigin } from '../../shared/server/origin.ts'
import type { Job, JobDeps } from '../job.ts'
import { throwCause } from '../schema/database.ts'
import { receiveRenditions } from './receive-renditions.ts'
import { receiveUpload, type UploadDeps } from './receive-upload.ts'

const RENDITIONS = /^\/api\/v3\/gifs\/([A-Za-z0-9]{1,64})\/renditions$/

/**
 * Takes in files while they arrive: an upload (`{ id }`, and `duplicate` where the item was there before), and renditions that were made elsewhere. The Worker has checked
 * who sends them; nothing of the body is read before.
 */
export const uploadsOrigin =
  (given: JobDeps & { MEDIA: R2Bucket }, enqueue: (job: Job) => void): UploadsOrigin =>
  async (request, actor, look) => {
    const { DB: d1, MEDIA: bucket, fetchSource, waitUntil } = given
    const deps: UploadDeps = { d1, bucket, fetchSource, waitUntil, enqueue }
    if (actor.role === 'visitor')
      throw new AppError('unauthorized', 'This call is for people who are logged in')
    const { pathname, origin } = new URL(request.url)
    const [, gif] = RENDITIONS.exec(pathname) ?? []
    if (!gif) return Response.json(await receiveUpload(deps, request, actor, look).catch(throwCause))
    const received = await receiveRenditions(deps, request, actor, gif).catch(throwCause)
    await given.gifsChanged?.([gif], origin)
    return Response.json(received)
  }
