import { createMiddleware } from 'hono/factory'
import type { App, Services } from '../app-types.ts'

/** Gives each request its id, its services and the origin that its absolute URLs start with. */
export const requestFrame = (services: Services) =>
  createMiddleware<App>(async function requestFrame(c, next) {
    const id = crypto.randomUUID()
    c.set('requestId', id)
    c.set('services', services)
    c.set('publicUrl', services.config.PUBLIC_URL || originOf(c.req.url))
    await next()
    c.res.headers.set('x-request-id', id)
  })

/** `https://host:port` of a URL that the platform made, without parsing it again. */
export const originOf = (url: string): string => url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
