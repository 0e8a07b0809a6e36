import * as v from 'valibot'
import { CHOSEN_RATINGS } from '../../schema/choices.ts'
import {
  ACCENT,
  INVITATION_MAX,
  REGISTRATIONS,
  SETTINGS_MAX,
  SITE_TEXTS,
  UPLOAD_RULES,
} from '../../schema/own/rules.ts'
import { NewInvitation, OwnInvitation, OwnSettings } from '../../schema/own/settings.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { languages } from '../../texts/languages.ts'
import { bySession } from '../call.ts'
import { FreeText, NonNegative, Nothing, OneOf, OneRecord } from '../fields.ts'

const SETTINGS = '/api/v3/settings'
const INVITATIONS = '/api/v3/invitations/'

/** A number from one to another. */
const within = (least: number, most: number) =>
  v.pipe(
    NonNegative,
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )

const WORDS_MESSAGE = `must be at most ${SETTINGS_MAX.words} words of up to ${SETTINGS_MAX.word} characters`

/** Blocked words: each once, without spaces around it. */
export const BlockedWords = v.pipe(
  v.array(v.pipe(v.string(), v.normalize('NFC'), v.trim()), WORDS_MESSAGE),
  v.transform((words) => [...new Set(words.filter(Boolean))]),
  v.maxLength(SETTINGS_MAX.words, WORDS_MESSAGE),
  v.check((words) => words.every((word) => word.length <= SETTINGS_MAX.word), WORDS_MESSAGE),
)

const Accent = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(ACCENT, 'must be a color like #6d5efc, or empty'),
)

/** The embedded site's rules, their texts, and links to register by: staff's. */
export const settingsCalls = {
  settings: bySession.get('staff', SETTINGS, Nothing, OwnSettings),
  // Changes what is given. `version` is the one that was seen: another one is a conflict.
  putSettings: bySession.put(
    'staff',
    SETTINGS,
    v.object({
      version: NonNegative,
      registration: v.optional(OneOf(REGISTRATIONS)),
      uploads: v.optional(OneOf(UPLOAD_RULES)),
      new_days: v.optional(within(0, SETTINGS_MAX.days)),
      rating: v.optional(OneOf(CHOSEN_RATINGS)),
      words: v.optional(BlockedWords),
      name: v.optional(v.pipe(FreeText(SETTINGS_MAX.name), v.trim())),
      logo: v.optional(v.pipe(FreeText(SETTINGS_MAX.name), v.trim())),
      accent: v.optional(Accent),
      language: v.optional(OneOf(languages)),
    }),
    OwnSettings,
    { encoding: 'json' },
  ),
  putSiteText: bySession.put(
    'staff',
    `${SETTINGS}/texts`,
    v.object({
      name: OneOf(SITE_TEXTS),
      language: OneOf(languages),
      text: v.pipe(FreeText(SETTINGS_MAX.text), v.trim()),
    }),
    OwnSettings,
    { encoding: 'json' },
  ),
  invitations: bySession.get('staff', INVITATIONS, Nothing, recordList(OwnInvitation)),
  createInvitation: bySession.post(
    'staff',
    INVITATIONS,
    v.object({
      uses: v.optional(within(1, INVITATION_MAX.uses), 1),
      days: v.optional(within(1, INVITATION_MAX.days), 7),
    }),
    NewInvitation,
  ),
  revokeInvitation: bySession.del('staff', '/api/v3/invitations/:id', OneRecord, EmptyResponse),
}
