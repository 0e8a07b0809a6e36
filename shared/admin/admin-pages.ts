/** The cookie of the chosen colors of staff pages: `light` or `dark`; without it they are the system's. */
export const SCHEME_COOKIE = 'scheme'

/** Where the navigation has a page, in its order. */
export const ADMIN_GROUPS = ['review', 'content', 'people', 'service'] as const

/** Who works on staff pages. */
export type AdminRole = 'moderator' | 'staff'

// `site`: the calls of §7. `own`: the embedded site's alone. `scheduler`: the gateway's that lets us in by our keys. `worker`:
// those about this Worker, which has a database for them.
type Source = 'site' | 'own' | 'gateway' | 'scheduler' | 'worker'

type AdminPage = {
  /** The least role that sees it. */
  role: AdminRole
  group: (typeof ADMIN_GROUPS)[number]
  source: Source
}

/** The staff pages in their order. A new one is a row here, its texts, and its component (`islands/admin/pages/`). */
export const ADMIN_PAGES = {
  overview: { role: 'moderator', group: 'review', source: 'site' },
  cases: { role: 'moderator', group: 'review', source: 'own' },
  searches: { role: 'moderator', group: 'review', source: 'site' },
  figures: { role: 'staff', group: 'review', source: 'own' },
  takedowns: { role: 'staff', group: 'review', source: 'site' },
  library: { role: 'moderator', group: 'content', source: 'own' },
  categories: { role: 'staff', group: 'content', source: 'own' },
  featured: { role: 'staff', group: 'content', source: 'own' },
  trending: { role: 'staff', group: 'content', source: 'own' },
  synonyms: { role: 'staff', group: 'content', source: 'own' },
  schedule: { role: 'staff', group: 'content', source: 'scheduler' },
  stories: { role: 'staff', group: 'content', source: 'gateway' },
  channels: { role: 'staff', group: 'content', source: 'site' },
  blocks: { role: 'staff', group: 'content', source: 'own' },
  redirects: { role: 'staff', group: 'content', source: 'own' },
  accounts: { role: 'staff', group: 'people', source: 'own' },
  invitations: { role: 'staff', group: 'people', source: 'own' },
  settings: { role: 'staff', group: 'service', source: 'own' },
  cache: { role: 'staff', group: 'service', source: 'worker' },
  keys: { role: 'staff', group: 'service', source: 'own' },
  webhooks: { role: 'staff', group: 'service', source: 'own' },
  'dead-letters': { role: 'staff', group: 'service', source: 'worker' },
  outbox: { role: 'staff', group: 'service', source: 'own' },
  audit: { role: 'staff', group: 'service', source: 'worker' },
} as const satisfies Record<string, AdminPage>

/** Where pages of before have gone, with what they were filtered by. */
export const MOVED_PAGES: Readonly<Record<string, string>> = {
  moderation: 'cases',
  reports: 'cases?kind=report',
  claims: 'cases?kind=claim',
}

/** The name of a staff page: the last part of its address. */
export type AdminPageName = keyof typeof ADMIN_PAGES

/** The pages that a role may see. */
export const adminPagesOf = (role: AdminRole): AdminPageName[] =>
  (Object.keys(ADMIN_PAGES) as AdminPageName[]).filter(
    (name) => role === 'staff' || ADMIN_PAGES[name].role === role,
  )
