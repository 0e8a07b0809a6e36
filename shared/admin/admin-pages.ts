/** The colors that somebody has chosen for staff pages: `light` or `dark`; none are the system's. */
export const SCHEME_COOKIE = 'scheme'

/** Where the navigation has a page, in its order. */
export const ADMIN_GROUPS = ['review', 'content', 'people', 'service'] as const

/** Who works on staff pages. */
export type AdminRole = 'moderator' | 'staff'

/**
 * Whose calls a page is made of. `site`: those of §7, which every site has. `own`: the embedded site's alone. `gateway`, and
 * its `scheduler`, which one elsewhere lets in by our keys. `worker`: those about this Worker, which has a database for them.
 */
type Source = 'site' | 'own' | 'gateway' | 'scheduler' | 'worker'

/** Which of them an installation has (`worker/admin/installation.ts`). */
export type Installation = Readonly<Record<Exclude<Source, 'site'>, boolean>>

type AdminPage = {
  /** The least role that sees it. */
  role: AdminRole
  group: (typeof ADMIN_GROUPS)[number]
  of: Source
}

const rows = {
  overview: { role: 'moderator', group: 'review', of: 'site' },
  moderation: { role: 'moderator', group: 'review', of: 'site' },
  reports: { role: 'moderator', group: 'review', of: 'own' },
  searches: { role: 'moderator', group: 'review', of: 'site' },
  takedowns: { role: 'staff', group: 'review', of: 'site' },
  library: { role: 'moderator', group: 'content', of: 'own' },
  schedule: { role: 'staff', group: 'content', of: 'scheduler' },
  stories: { role: 'staff', group: 'content', of: 'gateway' },
  channels: { role: 'staff', group: 'content', of: 'site' },
  accounts: { role: 'staff', group: 'people', of: 'own' },
  cache: { role: 'staff', group: 'service', of: 'worker' },
  keys: { role: 'staff', group: 'service', of: 'own' },
  'dead-letters': { role: 'staff', group: 'service', of: 'worker' },
  outbox: { role: 'staff', group: 'service', of: 'own' },
  audit: { role: 'staff', group: 'service', of: 'worker' },
} as const satisfies Record<string, AdminPage>

/** The name of a staff page: the last part of its address. */
export type AdminPageName = keyof typeof rows

/**
 * The staff pages, in the order of their navigation. A new one is a row here, its texts (`shared/texts/admin/`) and its
 * component (`islands/admin/pages/`).
 */
export const ADMIN_PAGES: Readonly<Record<AdminPageName, AdminPage>> = rows

/** The pages that a role may see. */
export const adminPagesOf = (role: AdminRole): AdminPageName[] =>
  (Object.keys(rows) as AdminPageName[]).filter((name) => role === 'staff' || ADMIN_PAGES[name].role === role)

/** Whether an installation has a page. */
export function hasAdminPage(name: AdminPageName, has: Installation): boolean {
  const { of } = ADMIN_PAGES[name]
  return of === 'site' || has[of]
}
