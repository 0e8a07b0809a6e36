import type { CHOSEN_RATINGS } from '../choices.ts'

/** Who may register: everyone, who has a link, or no one. */
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const

/** Whose uploads are public at once: everyone's, staff's while others wait for a moderator, or no others are taken. */
export const UPLOAD_RULES = ['open', 'review', 'staff'] as const

/** The texts of an installation, in the order of their links. */
export const SITE_TEXTS = ['rules', 'terms', 'privacy', 'contact', 'imprint'] as const
export type SiteTextName = (typeof SITE_TEXTS)[number]

/** Where each of them is. */
export const SITE_TEXT_PATHS: Readonly<Record<SiteTextName, string>> = {
  rules: '/rules',
  terms: '/terms',
  privacy: '/privacy-policy',
  contact: '/contact',
  imprint: '/imprint',
}

/** An accent color, '' for ours. */
export const ACCENT = /^(#[0-9a-f]{6})?$/

/** Bounds: days that an account is new, blocked words, and characters of one, of the name, and of a text. */
export const SETTINGS_MAX = { days: 90, words: 500, word: 60, name: 60, text: 10_000 } as const

/** Bounds of an invitation: how many accounts it is for, for how many days, and how many may be open. */
export const INVITATION_MAX = { uses: 100, days: 90, open: 200 } as const

/** The rules before anyone has changed them. `rating` is the highest that lists have. */
export const DEFAULT_SETTINGS = {
  registration: 'open',
  uploads: 'open',
  new_days: 0,
  rating: 'r',
  words: [],
  name: '',
  logo: '',
  accent: '',
  language: 'en',
} as const satisfies SettingsFields

/**
 * What staff set. `logo` is the username whose picture it is, '' for ours; `accent` '' or like `#6d5efc`; `language` that of the
 * texts which others fall back to.
 */
export type SettingsFields = {
  readonly registration: (typeof REGISTRATIONS)[number]
  readonly uploads: (typeof UPLOAD_RULES)[number]
  readonly new_days: number
  readonly rating: (typeof CHOSEN_RATINGS)[number]
  readonly words: readonly string[]
  readonly name: string
  readonly logo: string
  readonly accent: string
  readonly language: string
}
