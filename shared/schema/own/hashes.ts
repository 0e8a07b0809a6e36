import * as v from 'valibot'
import { FilledText, IsoTime, NaturalNumber } from '../vocabulary.ts'

/** A perceptual hash: 16 hex digits of each of up to five frames (`shared/picture/phash.ts`), with dashes between them. */
export const PHASH = /^[0-9a-f]{16}(-[0-9a-f]{16}){0,4}$/

/** In place of a perceptual hash, where the frames show too little for one. */
export const NO_PHASH = 'none'

/** What is said of an item's frames with what is made of them. */
export const SaidPhash = v.union(
  [v.literal(NO_PHASH), v.pipe(v.string(), v.regex(PHASH))],
  'must be a perceptual hash, or none',
)

/** What a known file is known by, each with the form of its hash in small letters. */
export const HASH_FORMS = { sha256: /^[0-9a-f]{64}$/, phash: PHASH } as const
export type HashKind = keyof typeof HASH_FORMS

/** What one import takes: lines, and characters of all of them. */
export const HASH_IMPORT = { lines: 500, characters: 48_000 } as const

/** A list of known files: an imported one, or what was taken down here, whose `list` is ''. */
export const KnownHashList = v.strictObject({
  list: v.string(),
  sha256: NaturalNumber,
  phash: NaturalNumber,
  /** When the newest of them came. */
  created_at: IsoTime,
})

/** What became of an import. */
export const HashesAdded = v.strictObject({
  added: NaturalNumber,
  /** Lines that the list had before. */
  known: NaturalNumber,
  /** Items of the library that have one of the files: each is a case now. */
  found: NaturalNumber,
  wrong: v.array(v.strictObject({ line: NaturalNumber, problem: FilledText })),
})
export type HashesAdded = v.InferOutput<typeof HashesAdded>
