import type { Props } from '@hono/react-renderer'
import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { App } from '../app-types.ts'
import { CLASS_HEADERS } from './class-headers.ts'

type Body = string | Uint8Array | ReadableStream | null

/**
 * Answers with the headers of the path's class, the request's id and the route's own. They go into the response as one
 * record: each header that is set on a finished response costs a crossing into the runtime.
 */
export const reply = (
  c: Context<App>,
  body: Body,
  status: number,
  headers: Record<string, string> = {},
): Response => new Response(body, { status, headers: { ...commonHeaders(c), ...headers } })

// Not by `c.var`: it gathers all variables again for each look at one.
const commonHeaders = (c: Context<App>): Record<string, string> => ({
  ...CLASS_HEADERS[c.get('responseClass')],
  'x-request-id': c.get('requestId'),
})

export const replyJson = (
  c: Context<App>,
  data: unknown,
  status: number,
  headers: Record<string, string> = {},
) => reply(c, JSON.stringify(data), status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })

/**
 * Renders a page (200) in the layout that its route has set, by `reactRenderer` of `@hono/react-renderer`, with the same
 * headers as `reply`. The content type is the renderer's.
 */
export function replyPage(
  c: Context<App>,
  content: ReactElement,
  props: Props,
  headers: Record<string, string>,
): Response | Promise<Response> {
  for (const [name, value] of Object.entries({ ...commonHeaders(c), ...headers })) c.header(name, value)
  return c.render(content, props)
}

/** Answers a preflight (https://fetch.spec.whatwg.org/#cors-preflight-fetch); it may be kept for a day. */
export const preflight = (methods: string, headers: readonly string[]) => (c: Context<App>) =>
  reply(c, null, 204, {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers.join(', ').toLowerCase(),
    'Access-Control-Max-Age': '86400',
  })
