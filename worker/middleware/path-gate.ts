import { createMiddleware } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'

// Encoded dots, slashes, NULs and percent signs, and encoded letters or digits: a path written so is meant to be read
// one way by a guard and another way by a router (`hardening.md`, T17).
const TRICK = /%(?:2e|2f|5c|00|25|2d|5f|7e|3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])|\\|\/\//i

/** Refuses paths that have more than one reading, before any route or guard sees them. */
export const pathGate = createMiddleware<App>(async function pathGate(c, next) {
  const { url } = c.req
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', start)
  if (TRICK.test(url.slice(start, query < 0 ? undefined : query))) {
    throw new AppError('invalid-input', 'The path is written in a way that is not accepted')
  }
  await next()
})
