import type { AdminPageName, AdminRole } from '../../../shared/admin/admin-pages.ts'
import { RATINGS } from '../../../shared/schema/choices.ts'
import type { AdminTexts } from '../../../shared/texts/admin/en.ts'
import { DECISIONS } from '../moderation/decisions.ts'

/** Keys, and what they do. */
export type Shortcut = { keys: readonly string[]; text: string; least?: AdminRole }

type Row = (texts: AdminTexts) => readonly Shortcut[]

const rows: Row = ({ common }) => [
  { keys: ['J', '↓'], text: common.helpNext },
  { keys: ['K', '↑'], text: common.helpPrevious },
]
const open: Row = ({ common }) => [{ keys: ['Enter'], text: common.helpOpen }]
const search: Row = ({ common }) => [{ keys: ['/'], text: common.helpSearch }]
const select: Row = ({ library }) => [{ keys: ['X'], text: library.keySelect }]
const decide: Row = ({ moderation }) => [
  ...DECISIONS.map(({ key, text, least }) => ({
    keys: [key.toUpperCase()],
    text: moderation[text],
    ...(least && { least }),
  })),
  ...RATINGS.map((rating, at) => ({
    keys: [String(at + 1)],
    text: `${moderation.rate}: ${rating.toUpperCase()}`,
  })),
]
const undo: Row = ({ common }) => [{ keys: ['U'], text: common.undo }]
const refresh: Row = ({ cache }) => [{ keys: ['R'], text: cache.helpRefresh }]
const month: Row = ({ schedule }) => [
  { keys: ['←', '→', '↑', '↓'], text: schedule.keyDays },
  { keys: ['Home', 'End'], text: schedule.keyWeek },
  { keys: ['PageUp', 'PageDown'], text: schedule.keyMonths },
]
const tree: Row = ({ channels }) => [
  { keys: ['↑', '↓'], text: channels.keyRows },
  { keys: ['→', '←'], text: channels.keyOpen },
  { keys: ['Home', 'End'], text: channels.keyEnds },
  { keys: ['A–Z'], text: channels.keyLetter },
  { keys: ['Enter'], text: channels.keySelect },
]

/**
 * The keys of each page. Where they are handled: lists in `list.tsx`, undo in `messages.tsx`, the others with their part
 * of the page.
 */
const PAGES: Readonly<Record<AdminPageName, readonly Row[]>> = {
  overview: [],
  moderation: [decide, undo],
  reports: [rows, open, undo],
  searches: [rows, search],
  takedowns: [rows],
  library: [rows, open, select, undo, search],
  schedule: [rows, month, undo],
  stories: [rows, open, undo, search],
  channels: [tree, undo, search],
  accounts: [rows, open, search],
  cache: [refresh, search],
  keys: [rows],
  'dead-letters': [rows, open],
  outbox: [rows, open],
  audit: [rows, search],
}

/** The keys of a page that a role may use, in the order of its help. */
export function shortcutsOf(page: AdminPageName, role: AdminRole, texts: AdminTexts): Shortcut[] {
  const own = PAGES[page].flatMap((row) => row(texts))
  return [
    ...own.filter(({ least }) => role === 'staff' || least !== 'staff'),
    { keys: ['?'], text: texts.common.helpHelp },
  ]
}
