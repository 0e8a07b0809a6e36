import type { Handler, Hono } from 'hono'
import type { AppError } from '../../shared/errors.ts'
import { MethodTable, refusal } from '../../shared/server/call-table.ts'
import { firstSegment } from '../../shared/server/family-router.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import type { ResponseClass } from './class-headers.ts'
import type { App } from './context.ts'
import type { Around } from './every-request.ts'
import { type KeyField, withPartnerKey } from './partner-access.ts'
import { findLanguage } from './visitor.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'OPTIONS'

/** A handler, alone or after its middleware. */
export type Handlers = Handler<App> | readonly Handler<App>[]

/**
 * One row of the table of routes (`app.ts`). `path` is Hono's; with `/*` at its end it matches everything below. `class`
 * decides the headers of every response, and the form of failures. `language` detects the visitor's language before the
 * handler runs. `key` is the field of the query with a partner's key, where the API needs one. `ALL` handles every method, and rejects unknown ones itself. `direct` takes the place of `GET` where pages
 * call the provider from the browser.
 */
export type Route = {
  path: string
  class: ResponseClass
  language?: true
  key?: KeyField
} & Partial<Record<Method | 'ALL' | 'direct', Handlers>>

/** The rows of a Worker whose provider is called from the browser. */
export const directRoutes = (routes: readonly Route[]): Route[] =>
  routes.map(({ direct, ...row }) => (direct ? { ...row, GET: direct } : row))

const METHODS = ['GET', 'POST', 'PUT', 'OPTIONS', 'ALL'] as const

const handlersOf = (route: Route): [method: string, handlers: readonly Handler<App>[]][] =>
  METHODS.flatMap((method) => {
    const handlers = route[method]
    return handlers ? [[method, [handlers].flat()]] : []
  })

/** A handler by the name of its export. Its module is loaded by the first request. */
export function lazy<Name extends string, M extends Record<Name, Handler<App>>>(
  load: () => Promise<M>,
  name: Name,
): Handler<App> {
  const module = lazyModule(load)
  return async (c, next) => (await module())[name](c, next)
}

/** What a table is mounted with: what every request has, and whether the API needs keys. */
type Mounting = { around: Around; needsKeys: boolean }

/** Adds every row to the app. If two match a request, the earlier one handles it. */
export function mount(app: Hono<App>, routes: readonly Route[], { around, needsKeys }: Mounting): void {
  for (const route of routes) {
    const keyed = needsKeys && route.key ? [withPartnerKey(route.key)] : []
    for (const [method, [own, ...others]] of handlersOf(route)) {
      const all = [...keyed, ...(own ? [route.language ? inLanguage(own) : own] : []), ...others]
      const [first, ...rest] = all
      if (first) app.on(method, [route.path], around(first), ...rest)
    }
  }
}

/** Finds the visitor's language before a handler. Middleware would cost another turn. */
const inLanguage =
  (handler: Handler<App>): Handler<App> =>
  (c, next) => {
    findLanguage(c)
    return handler(c, next)
  }

/**
 * Finds the error for a request that no row handles: 404, or 405 with `Allow`. The first such request builds the table. Under an
 * attack there are many, so one error is for all with the same methods: each takes a stack.
 */
export function refusals(routes: readonly Route[]): (path: string) => AppError {
  let table: MethodTable<Route> | undefined
  const known = new Map<string, AppError>()
  return (path) => {
    table ??= methodTable(routes)
    const matches = table.match(path)
    const methods = matches.map(({ method }) => method).join()
    const error = known.get(methods) ?? refusal(matches, 'There is nothing at this address')
    known.set(methods, error)
    return error
  }
}

/** Finds the pattern of a path; the first look builds the table. A path without a route is `/*`. */
export function routeLookup(routes: () => readonly Route[]): (path: string) => string {
  let table: MethodTable<Route> | undefined
  return (path) => {
    table ??= methodTable(routes())
    return table.match(path)[0]?.target.path ?? '/*'
  }
}

function methodTable(routes: readonly Route[]): MethodTable<Route> {
  const table = new MethodTable<Route>()
  for (const route of routes) for (const [method] of handlersOf(route)) table.add(method, route.path, route)
  return table
}

type Family = { class: ResponseClass; exceptions?: Map<string, ResponseClass> }

/**
 * Finds the class of any path, even of one without a route, in one lookup by its first segment: all rows of a segment
 * have the class of the last of them. A row with another class needs a path without placeholders. A path with an unknown
 * segment is a page. `every-request.ts` has rejected ambiguous paths before.
 */
export function classLookup(routes: readonly Route[]): (path: string) => ResponseClass {
  const families = new Map<string, Family>()
  for (const { path, class: own } of routes.toReversed()) {
    const segment = firstSegment(path)
    const family = families.get(segment)
    if (!family) families.set(segment, { class: own })
    else if (family.class !== own) {
      if (/[:*]/.test(path)) throw new Error(`${path} needs the class of its family, ${family.class}`)
      family.exceptions ??= new Map()
      family.exceptions.set(path, own)
    }
  }
  return (path) => {
    const family = families.get(firstSegment(path))
    return family ? (family.exceptions?.get(path) ?? family.class) : 'page'
  }
}
