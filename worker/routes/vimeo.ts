import { createFactory } from 'hono/factory'
import { vimeoCalls } from '../../shared/calls/vimeo.ts'
import type { App } from '../app-types.ts'
import { input } from '../http/input.ts'
import { readContext } from '../http/read-context.ts'

/** `/video/vimeo?url=`: Vimeo's oEmbed with the errors of §8, and with a player of our own making. */
export const vimeo = createFactory<App>().createHandlers(
  input('query', vimeoCalls.oembed.input),
  async (c) => {
    const { vimeo } = c.var.services
    const { body, state, age, freshFor } = await vimeo.film(c.req.valid('query'), readContext(c))
    return c.body(body, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': `public, max-age=${freshFor}`,
      'x-cache': state,
      Age: String(age),
    })
  },
)
