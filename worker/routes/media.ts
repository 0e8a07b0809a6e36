import { VISITOR } from '../../shared/server/origin.ts'
import { type AppContext, viewerOf } from '../http/context.ts'

/** `/media/{id}/{rendition}.{ext}` and users' pictures: the library's files, with Range, ETag and 304 (HEAD goes to GET). */
export async function media(c: AppContext): Promise<Response> {
  const { media } = c.var.services
  let response = await media(c.req.raw, VISITOR)
  // What is hidden is not there, but for those who are signed in and may see it.
  if (response.status === 404) {
    const viewer = await viewerOf(c)
    if (viewer) {
      await response.body?.cancel()
      response = await media(c.req.raw, viewer)
    }
  }
  return new Response(response.body, response)
}
