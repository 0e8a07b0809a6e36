/** The colors that somebody has chosen for staff pages: `light` or `dark`; none are the system's. */
export const SCHEME_COOKIE = 'scheme'

/** Where the navigation has a page, in its order. */
export const ADMIN_GROUPS = ['review', 'content', 'people', 'service'] as const

/** Who works on staff pages. */
export type AdminRole = 'moderator' | 'staff'

type AdminPage = {
  /** The least role that sees it. */
  role: AdminRole
  group: (typeof ADMIN_GROUPS)[number]
}

const rows = {
  overview: { role: 'moderator', group: 'review' },
  moderation: { role: 'moderator', group: 'review' },
  reports: { role: 'moderator', group: 'review' },
  searches: { role: 'moderator', group: 'review' },
  takedowns: { role: 'staff', group: 'review' },
  library: { role: 'moderator', group: 'content' },
  schedule: { role: 'staff', group: 'content' },
  stories: { role: 'staff', group: 'content' },
  channels: { role: 'staff', group: 'content' },
  accounts: { role: 'staff', group: 'people' },
  cache: { role: 'staff', group: 'service' },
  keys: { role: 'staff', group: 'service' },
  'dead-letters': { role: 'staff', group: 'service' },
  outbox: { role: 'staff', group: 'service' },
  audit: { role: 'staff', group: 'service' },
} as const satisfies Record<string, AdminPage>

/** The name of a staff page: the last part of its address. */
export type AdminPageName = keyof typeof rows

/**
 * The staff pages, in the order of their navigation. A new one is a row here, its texts (`shared/texts/admin/`) and its
 * component (`islands/admin/pages/`).
 */
export const ADMIN_PAGES: Readonly<Record<AdminPageName, AdminPage>> = rows

/** The pages of a role. */
export const adminPagesOf = (role: AdminRole): AdminPageName[] =>
  (Object.keys(rows) as AdminPageName[]).filter((name) => role === 'staff' || ADMIN_PAGES[name].role === role)
