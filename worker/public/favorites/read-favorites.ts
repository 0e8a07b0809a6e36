import type { Context } from 'hono'
import * as v from 'valibot'
import { ownSiteCalls } from '../../../shared/calls/site/own.ts'
import { callRequest } from '../../../shared/client/request.ts'
import { AppError } from '../../../shared/errors.ts'
import { type GifList, GifListSchema } from '../../../shared/schema/provider-response.ts'
import type { App } from '../../app-types.ts'
import { noteTime } from '../../http/read-context.ts'
import type { SignedInActor } from '../../upstreams/origin.ts'
import { send, textOf } from '../../upstreams/send.ts'

/** A part of somebody's favorites, by the call that their scripts make too. @throws AppError where it fails */
export async function readFavorites(
  c: Context<App>,
  actor: SignedInActor,
  window: { limit: number; offset: number },
): Promise<GifList> {
  const base = c.get('publicUrl')
  const make = (signal: AbortSignal) =>
    callRequest(ownSiteCalls.favorites, window, { base, headers: {}, signal })
  const response = await send(c.var.services.upstreams.site, make, {
    actor,
    noteTime: (name, ms) => noteTime(c, name, ms),
  })
  if (!response.ok) throw new AppError('upstream', 'The favorites could not be read')
  return v.parse(GifListSchema, JSON.parse(textOf(response)))
}
