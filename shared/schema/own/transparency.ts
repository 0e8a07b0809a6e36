import * as v from 'valibot'
import { FilledText, NaturalNumber } from '../vocabulary.ts'

/**
 * What is counted of a month: reports by reason, and what became of them; decisions by what they do, and by the rule; what was done
 * about people; claims and objections, and what became of them.
 */
export const COUNTED = [
  'reports',
  'report-results',
  'decisions',
  'rules',
  'people',
  'claims',
  'claim-results',
  'objections',
  'objection-results',
] as const
export type Counted = (typeof COUNTED)[number]

/** A smaller count could be a person's: it isn't shown. */
export const SHOWN_FROM = 3

/** A count of a month in UTC, and the median hours until what came in was decided. */
export const OwnTransparency = v.strictObject({
  /** As `2026-11`. */
  month: FilledText,
  about: v.picklist(COUNTED),
  name: FilledText,
  count: v.pipe(NaturalNumber, v.minValue(SHOWN_FROM)),
  median_hours: v.nullable(v.number()),
})
export type OwnTransparency = v.InferOutput<typeof OwnTransparency>
