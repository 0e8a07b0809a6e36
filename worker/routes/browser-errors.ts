import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { ERROR_REPORT_MAX, type ErrorReport, ErrorReportSchema } from '../../shared/schema/error-report.ts'
import type { App } from '../app-types.ts'
import { withinLimit } from '../middleware/rate-limit.ts'

const tooLarge = () => {
  throw new AppError('too-large', 'An error report holds at most 16 KB')
}

// Plain text is taken as well as JSON: a frame without an origin sends it without a preflight.
const Body = v.pipe(v.string(), v.parseJson(undefined, 'The report is no JSON'), ErrorReportSchema)

/** `POST /browser-errors` (§9 Error monitor): checked, and said in one line of the log. */
export const browserErrors = new Hono<App>().post(
  '/',
  withinLimit('PINGBACK_LIMIT'),
  bodyLimit({ maxSize: ERROR_REPORT_MAX.bytes, onError: tooLarge }),
  async (c) => {
    const result = v.safeParse(Body, await c.req.text())
    if (!result.success) throw new AppError('invalid-input', result.issues[0].message)
    console.error('browser error', logLine(result.output))
    return c.body(null, 204)
  },
)

/** One line, whatever a stranger wrote, and without what could be a secret: queries, tokens, keys. */
const logLine = (report: ErrorReport): string =>
  JSON.stringify(report, (_name, value) => (typeof value === 'string' ? withoutSecrets(value) : value))

const QUERIES = /(https?:\/\/[^\s?#"'<>)]*)[?#][^\s"'<>)]*/gi
const SECRETS =
  /\b((?:api[_-]?|access[_-]?)?(?:key|token)|password|secret|session(?:id)?|csrf\w*|authorization|bearer|token)(["']?\s*[:=]\s*|\s+)["']?(?:bearer\s+|token\s+)?[^\s"'&,;]+/gi

const withoutSecrets = (text: string) => text.replace(QUERIES, '$1').replace(SECRETS, '$1$2…')
