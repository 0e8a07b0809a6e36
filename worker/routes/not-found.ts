import type { Context, Hono } from 'hono'
import { AppError, MethodError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What no route took: a path that others' methods would reach is a 405 with `Allow`, everything else a 404. */
export const notFound = (app: Hono<App>) => (c: Context<App>) => {
  const allowed = METHODS.filter((method) =>
    app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
  )
  if (allowed.length === 0) throw new AppError('not-found', 'There is nothing at this address')
  if (allowed.includes('GET')) allowed.push('HEAD')
  throw new MethodError(allowed.join(', '))
}
