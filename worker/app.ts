import { Hono } from 'hono'
import type { App, Services } from './app-types.ts'
import { failureResponse } from './failure-response.ts'
import { pathGate } from './middleware/path-gate.ts'
import { requestFrame } from './middleware/request-frame.ts'
import { answersAs, responseHeaders } from './middleware/response-class.ts'
import { embed } from './routes/embed.ts'
import { health } from './routes/health.ts'
import { items } from './routes/items.ts'
import { media } from './routes/media.ts'
import { notFound } from './routes/not-found.ts'
import { pingback } from './routes/pingback.ts'
import { providerApi } from './routes/provider-api.ts'
import { statics } from './routes/statics.ts'

/** The Worker's table of contents: what every request passes, then every family of paths. */
export function createApp(services: Services): Hono<App> {
  const app = new Hono<App>()
  app.onError(failureResponse)
  app.notFound(notFound(app))

  app.use(requestFrame(services))
  app.use(responseHeaders)
  app.use('/embed/*', answersAs('embed'))
  app.use('/v1/*', answersAs('api'))
  app.use('/v2/*', answersAs('api'))
  app.use('/v2/pingback', answersAs('pingback'))
  app.use('/media/*', answersAs('media'))
  app.use('/static/*', answersAs('static'))
  app.use('/healthz', answersAs('plain'))
  app.use(pathGate)

  app.route('/embed', embed)
  app.route('/', items)
  app.route('/v2/pingback', pingback)
  app.route('/', providerApi)
  app.route('/media', media)
  app.route('/static', statics)
  app.route('/healthz', health)
  app.get('/favicon.ico', (c) => c.redirect('/static/icon.svg', 301))
  return app
}
