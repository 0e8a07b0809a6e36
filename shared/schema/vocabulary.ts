import * as v from 'valibot'
import { ITEM_TYPES, RATINGS, UPLOAD_STATES, USER_ROLES } from './choices.ts'

// The strict words of our own answers (`docs/contract.md`). `text.ts` has lenient ones, `shared/calls/fields.ts` a request's.

/** An id, a name, a word: never empty. */
export const FilledText = v.pipe(v.string(), v.minLength(1))

/** A count, a size, a rank: whole, from 0. */
export const NaturalNumber = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A point in time as `isoTime` writes it. */
export const IsoTime = v.pipe(v.string(), v.isoTimestamp())
export const IsoTimeOrNull = v.nullable(IsoTime)

export const AbsoluteUrl = v.pipe(v.string(), v.url())

export const ItemRating = v.picklist(RATINGS)
export const ItemTypeName = v.picklist(ITEM_TYPES)
export const UploadStateName = v.picklist(UPLOAD_STATES)
export const RoleName = v.picklist(USER_ROLES)

/** A list with how many there are in all. */
export const ownList = <S extends v.GenericSchema>(entry: S) =>
  v.strictObject({ results: v.array(entry), count: NaturalNumber })
