import * as v from 'valibot'
import { listOf, Text, Whole } from './text.ts'

// The site's lists are bare arrays, pages (`results`), or in the provider's shape (`data`).
const toPage = (body: unknown): unknown => {
  if (Array.isArray(body)) return { results: body, count: body.length }
  if (typeof body !== 'object' || body === null) return {}
  const page = body as Record<string, unknown>
  const results = page.results ?? page.data
  return { ...page, results, count: page.count ?? (Array.isArray(results) ? results.length : 0) }
}

/** A list of the site's records. Invalid ones are dropped; `count` is the total; `next` is '' on the last page. */
export const recordList = <S extends v.GenericSchema>(entry: S) =>
  v.pipe(
    v.unknown(),
    v.transform(toPage),
    v.object({ results: listOf(entry), count: Whole, next: Text, next_cursor: Text }),
  )

/** A response whose body is ignored: 202 and 204 have none, some sites send an empty object. */
export const EmptyResponse = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => undefined),
  ),
)
