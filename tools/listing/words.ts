import * as v from 'valibot'
import { GIF_FIELDS, IMPORT_FIELDS } from '../../shared/calls/site/own-gifs.ts'
import { CHOSEN_RATINGS } from '../../shared/schema/choices.ts'

/** What is said of an item, as its calls check it. */
export const WORDS = {
  title: v.optional(GIF_FIELDS.title),
  alt_text: v.optional(GIF_FIELDS.alt_text),
  tags: v.optional(GIF_FIELDS.tags),
  rating: v.optional(v.picklist(CHOSEN_RATINGS, `must be one of ${CHOSEN_RATINGS.join(', ')}`)),
  source: v.optional(GIF_FIELDS.source),
}

export const IMPORTED = {
  id: v.optional(IMPORT_FIELDS.gif_id),
  slug: v.optional(IMPORT_FIELDS.slug),
  author: v.optional(IMPORT_FIELDS.owner),
  import_datetime: v.optional(IMPORT_FIELDS.import_datetime),
  weight: v.optional(IMPORT_FIELDS.weight),
}

/** What is wrong with a line, by the name of its field. */
export function problemOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue)
  const what = /^Invalid key: Expected "(.+)"/.test(issue.message) ? 'is missing' : issue.message
  return field ? `${field} ${what}` : what
}
