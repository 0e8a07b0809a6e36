import * as v from 'valibot'
import { listOf, Text, Whole } from './text.ts'

// The site's lists come bare, as pages (`results`), or in the provider's manner (`data`).
const toPage = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return { results: answer, count: answer.length }
  if (typeof answer !== 'object' || answer === null) return {}
  const page = answer as Record<string, unknown>
  const results = page.results ?? page.data
  return { ...page, results, count: page.count ?? (Array.isArray(results) ? results.length : 0) }
}

/** Several records of the site: what fits of them, how many there are, and where the next ones are ('' at the end). */
export const many = <S extends v.GenericSchema>(entry: S) =>
  v.pipe(
    v.unknown(),
    v.transform(toPage),
    v.object({ results: listOf(entry), count: Whole, next: Text, next_cursor: Text }),
  )

/** An answer that says nothing that is read: 202 and 204 have no body, other sites send an empty object. */
export const Acknowledged = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => undefined),
  ),
)
