import { Kbd, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Fragment, useState } from 'react'
import type { AdminPageName, AdminRole } from '../../shared/admin/admin-pages.ts'
import { RATINGS, type Rating } from '../../shared/schema/choices.ts'
import { useAdmin, usePageKeys } from './admin.tsx'

/** `isTwice`: its key or button asks first, and decides when it is pressed again. */
type DecisionRow = { key: string; color?: string; least?: AdminRole; isTwice?: true } & (
  | { action: 'approve' | 'hide' | 'remove'; rating?: never }
  | { action?: never; rating: Rating }
)

/** What is decided of a case, as the call has it (`decideCases`), in the order of the buttons. */
export const DECISIONS: readonly DecisionRow[] = [
  { action: 'approve', key: 'a', color: 'violet' },
  { action: 'hide', key: 'h' },
  ...RATINGS.map((rating, at) => ({ rating, key: String(at + 1) })),
  { action: 'remove', key: 'x', color: 'red', least: 'staff', isTwice: true },
]

type Texts = ReturnType<typeof useAdmin>['texts']

/** Keys, and what they do. */
type Shortcut = { keys: readonly string[]; text: string; least?: AdminRole }

type Shortcuts = (texts: Texts) => readonly Shortcut[]

const rows: Shortcuts = ({ common }) => [
  { keys: ['J', '↓'], text: common.helpNext },
  { keys: ['K', '↑'], text: common.helpPrevious },
]
const open: Shortcuts = ({ common }) => [{ keys: ['Enter'], text: common.helpOpen }]
const search: Shortcuts = ({ common }) => [{ keys: ['/'], text: common.helpSearch }]
const select: Shortcuts = ({ library }) => [{ keys: ['X'], text: library.keySelect }]
const decide: Shortcuts = ({ cases }) => [
  { keys: ['D'], text: cases.begin },
  ...DECISIONS.map(({ key, action, rating, least, isTwice }) => ({
    keys: [key.toUpperCase() + (isTwice ? '×2' : '')],
    text: action ? cases[action] : `${cases.rate}: ${rating.toUpperCase()}`,
    ...(least && { least }),
  })),
  { keys: ['W'], text: `${cases.person}: ${cases.warn}`, least: 'staff' },
  { keys: ['L'], text: `${cases.person}: ${cases.limited}`, least: 'staff' },
  { keys: ['S'], text: `${cases.person}: ${cases.suspended}`, least: 'staff' },
  { keys: ['R'], text: cases.helpRule },
  { keys: ['Esc'], text: cases.helpBack },
]
const undo: Shortcuts = ({ common }) => [{ keys: ['U'], text: common.undo }]
const refresh: Shortcuts = ({ cache }) => [{ keys: ['R'], text: cache.helpRefresh }]
const month: Shortcuts = ({ schedule }) => [
  { keys: ['←', '→', '↑', '↓'], text: schedule.keyDays },
  { keys: ['Home', 'End'], text: schedule.keyWeek },
  { keys: ['PageUp', 'PageDown'], text: schedule.keyMonths },
]
const tree: Shortcuts = ({ channels }) => [
  { keys: ['↑', '↓'], text: channels.keyRows },
  { keys: ['→', '←'], text: channels.keyOpen },
  { keys: ['Home', 'End'], text: channels.keyEnds },
  { keys: ['A–Z'], text: channels.keyLetter },
  { keys: ['Enter'], text: channels.keySelect },
]

/** The keys of each page: lists handle theirs in `parts/list.tsx`, undo is in `admin.tsx`, the others with their part. */
const PAGES: Readonly<Record<AdminPageName, readonly Shortcuts[]>> = {
  overview: [],
  cases: [rows, open, select, decide, undo],
  searches: [rows, search],
  figures: [rows],
  takedowns: [rows],
  library: [rows, open, select, undo, search],
  categories: [undo],
  featured: [undo],
  trending: [undo],
  synonyms: [rows, open, undo, search],
  schedule: [rows, month, undo],
  stories: [rows, open, undo, search],
  channels: [tree, undo, search],
  blocks: [rows, open, undo],
  redirects: [rows, undo, search],
  accounts: [rows, open, search],
  invitations: [rows],
  settings: [],
  cache: [refresh, search],
  keys: [rows],
  webhooks: [rows, open],
  'dead-letters': [rows, open],
  outbox: [rows, open],
  audit: [rows, search],
}

/** The keys of a page that a role may use, in the order of its help. */
function shortcutsOf(page: AdminPageName, role: AdminRole, texts: Texts): Shortcut[] {
  const own = PAGES[page].flatMap((row) => row(texts))
  return [
    ...own.filter(({ least }) => role === 'staff' || least !== 'staff'),
    { keys: ['?'], text: texts.common.helpHelp },
  ]
}

/** @returns false where there is nothing to focus */
function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  return found !== null
}
const goToSearch = () => focusOn('#admin-page input[type=search]')
// A row that has the focus handles these keys itself.
const goToRow = () => !document.activeElement?.matches('tr[data-row]') && focusOn('#admin-page tr[data-row]')

/** `?` shows the page's keys, `/` goes to its search field, J and K enter its list from anywhere. */
export function ShortcutHelp({ page }: { page: AdminPageName }) {
  const { texts, role } = useAdmin()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen((was) => !was)
  useHotkeys([
    // With Shift or without, as the keyboard has this sign.
    ['?', toggle],
    ['shift+?', toggle],
  ])
  usePageKeys([
    ['/', goToSearch],
    ['shift+/', goToSearch],
    ['j', goToRow],
    ['k', goToRow],
  ])
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.common.help}>
      <dl className="admin-keys">
        {shortcutsOf(page, role, texts).map(({ keys, text }) => (
          <Fragment key={text}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  )
}
