import * as v from 'valibot'
import { CHOSEN_RATINGS } from '../choices.ts'
import { FilledText, IsoTime, NaturalNumber } from '../vocabulary.ts'
import { ACCENT, DEFAULT_SETTINGS, REGISTRATIONS, SITE_TEXTS, UPLOAD_RULES } from './rules.ts'

/** The fields as a row has them. What another version wrote otherwise is as before anyone has changed it. */
export const StoredSettings = v.object({
  registration: v.fallback(v.picklist(REGISTRATIONS), DEFAULT_SETTINGS.registration),
  uploads: v.fallback(v.picklist(UPLOAD_RULES), DEFAULT_SETTINGS.uploads),
  new_days: v.fallback(v.pipe(v.number(), v.integer()), DEFAULT_SETTINGS.new_days),
  rating: v.fallback(v.picklist(CHOSEN_RATINGS), DEFAULT_SETTINGS.rating),
  words: v.fallback(v.array(v.string()), []),
  name: v.fallback(v.string(), DEFAULT_SETTINGS.name),
  logo: v.fallback(v.string(), DEFAULT_SETTINGS.logo),
  accent: v.fallback(v.pipe(v.string(), v.regex(ACCENT)), DEFAULT_SETTINGS.accent),
  language: v.fallback(v.string(), DEFAULT_SETTINGS.language),
})

/** A text of an installation in a language. */
export const OwnSiteText = v.strictObject({
  name: v.picklist(SITE_TEXTS),
  language: FilledText,
  text: v.string(),
})
export type OwnSiteText = v.InferOutput<typeof OwnSiteText>

/** The rules as staff see them. `set_by` has the variables that win, by the fields that they set. */
export const OwnSettings = v.strictObject({
  version: NaturalNumber,
  registration: v.picklist(REGISTRATIONS),
  uploads: v.picklist(UPLOAD_RULES),
  new_days: NaturalNumber,
  rating: v.picklist(CHOSEN_RATINGS),
  words: v.array(v.string()),
  name: v.string(),
  logo: v.string(),
  accent: v.string(),
  language: FilledText,
  texts: v.array(OwnSiteText),
  set_by: v.record(v.string(), v.string()),
})
export type OwnSettings = v.InferOutput<typeof OwnSettings>

/** An invitation, and who came by it. */
export const OwnInvitation = v.strictObject({
  id: FilledText,
  uses: NaturalNumber,
  people: v.array(v.strictObject({ id: FilledText, username: FilledText })),
  created_by: v.string(),
  created_at: IsoTime,
  expires_at: IsoTime,
  revoked_at: v.nullable(IsoTime),
})
export type OwnInvitation = v.InferOutput<typeof OwnInvitation>

/** A new one: its secret is shown once, in the link. */
export const NewInvitation = v.strictObject({ ...OwnInvitation.entries, link: FilledText })
