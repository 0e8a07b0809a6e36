import { withoutQueries } from '../../shared/net/redact.ts'
import type { ErrorReport } from '../../shared/schema/error-report.ts'

/** The pattern of one of our paths: `/embed/:slug` for `/embed/cat7`. */
type RouteOf = (path: string) => string

const ADDRESS = /https?:\/\/[^\s"'<>()]*/gi
const PATH = /(?<![\w/.:…-])\/[\w~%.!$&*+,;=@:/-]+/g
/** One of our files, with the line and column of a stack. */
const FILE = /^\/static\/[\w.-]{1,100}(?::\d{1,7}){0,2}$/

/**
 * A report of a browser without what belongs to its visitor: queries go, our addresses become their routes (a path may
 * hold what someone searched for), other addresses go too (one may be the host page's).
 */
export function cleanReport(
  report: ErrorReport,
  ownOrigins: readonly string[],
  routeOf: RouteOf,
): ErrorReport {
  const routeOfPath = (path: string) => (FILE.test(path) ? path : routeOf(path))
  const clean = (text: string) =>
    withoutQueries(text)
      .replace(ADDRESS, (address) => {
        const own = ownOrigins.find((origin) => address === origin || address.startsWith(`${origin}/`))
        return own === undefined ? '…' : address.slice(own.length) || '/'
      })
      .replace(PATH, routeOfPath)
  return {
    ...report,
    message: clean(report.message),
    url: clean(report.url),
    stack: clean(report.stack),
    entries: report.entries.map(({ at, text }) => ({ at, text: clean(text) })),
  }
}
