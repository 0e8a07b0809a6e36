import { Hono } from 'hono'
import type { App, Services } from './app-types.ts'
import { embed } from './embed/route.ts'
import { frame } from './http/every-request.ts'
import { failureResponse } from './http/failure-response.ts'
import { notFound } from './http/not-found.ts'
import { publicPages } from './public/routes.ts'
import { docs } from './reference/route.ts'
import { browserErrors } from './routes/browser-errors.ts'
import { health } from './routes/health.ts'
import { media } from './routes/media.ts'
import { oembed } from './routes/oembed.ts'
import { partnerScript } from './routes/partner-script.ts'
import { pingback } from './routes/pingback.ts'
import { providerApi } from './routes/provider-api.ts'
import { proxiedCalls } from './routes/proxied-calls.ts'
import { statics } from './routes/statics.ts'
import { video } from './routes/video.ts'
import { widgets } from './widgets/route.ts'

/** The Worker's table of contents: what every request passes, then every family of paths. */
export function createApp(services: Services): Hono<App> {
  const app = new Hono<App>()
  app.onError(failureResponse)
  app.notFound(notFound(app))

  app.use(frame(services))

  app.route('/embed', embed)
  app.route('/widgets', widgets)
  app.route('/', publicPages)
  app.route('/v2/pingback', pingback)
  app.route('/browser-errors', browserErrors)
  app.route('/', providerApi)
  app.route('/', proxiedCalls)
  app.route('/media', media)
  app.route('/static', statics)
  app.route('/healthz', health)
  app.route('/docs', docs)
  app.route('/video', video)
  app.route('/services/oembed', oembed)
  app.route('/loopframe.js', partnerScript)
  app.get('/favicon.ico', (c) => c.redirect('/static/icon.svg', 301))
  return app
}
