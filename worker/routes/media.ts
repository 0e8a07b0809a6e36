import type { Context } from 'hono'
import type { App } from '../app-types.ts'

/** `/media/{id}/{rendition}.{ext}` and users' pictures: the library's files, with Range, ETag and 304 (HEAD goes to GET). */
export async function media(c: Context<App>): Promise<Response> {
  const response = await c.var.services.media(c.req.raw)
  return new Response(response.body, response)
}
