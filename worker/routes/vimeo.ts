import { vimeoCalls } from '../../shared/calls/services.ts'
import { type AppContext, checkedQuery, readContext } from '../http/context.ts'

/** `/video/vimeo?url=`: Vimeo's oEmbed with the errors of §8, and with a player of our own making. */
export async function vimeo(c: AppContext): Promise<Response> {
  const query = checkedQuery(c, vimeoCalls.oembed.input)
  const { body, state, age, freshFor } = await (await c.var.services.vimeo()).film(query, readContext(c))
  return c.body(body, 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': `public, max-age=${freshFor}`,
    'x-cache': state,
    Age: String(age),
  })
}
