import type { Call } from '../../shared/calls/call.ts'
import { isWithinRating } from '../../shared/schema/choices.ts'
import type { Input } from './layer.ts'
import { isRecord } from './page.ts'

const takesRating = ({ input }: Pick<Call, 'input'>): boolean =>
  'entries' in input && isRecord(input.entries) && 'rating' in input.entries

/** A call's input that asks for nothing above a rating, where the call takes one; `r` is the highest. */
export const withMaxRating = (call: Call, input: Input, max: string | undefined): Input =>
  max !== undefined && max !== 'r' && takesRating(call) && !isWithinRating(String(input.rating ?? 'r'), max)
    ? { ...input, rating: max }
    : input
