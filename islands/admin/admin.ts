import { createContext, use } from 'react'
import type { AdminPageName, AdminRole } from '../../shared/admin/admin-pages.ts'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { workerCalls } from '../../shared/calls/worker.ts'
import type { AdminTexts } from '../../shared/texts/admin/en.ts'
import { interpolate } from '../../shared/texts/interpolate.ts'
import type { Language } from '../../shared/texts/texts.ts'
import { createPageClient } from '../dom/page-client.ts'

type Admin = {
  texts: AdminTexts
  role: AdminRole
  language: Language
  /** Whether the site has more calls than those of §7. */
  hasOwnCalls: boolean
  /** Whether people sign in at `/login`. */
  hasSignIn: boolean
  /** Whether a change of a channel may say what was seen, and is refused where that has changed since. */
  checksSeenChannels: boolean
  /** Likewise a change of a story. */
  checksSeenStories: boolean
}

/** What all parts of a staff page know. */
export const AdminContext = createContext<Admin | undefined>(undefined)

/**
 * What the page knows, and how it writes: `fill` puts values into a text, `numberOf` and `timeOf` are in its language.
 * @throws Error outside a staff page
 */
export function useAdmin() {
  const admin = use(AdminContext)
  if (!admin) throw new Error('There is no staff page around this')
  const { language } = admin
  return {
    ...admin,
    fill: interpolate,
    numberOf: (count: number): string => count.toLocaleString(language),
    timeOf: (at: string): string =>
      new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
  }
}

/**
 * The same for a part of one page.
 * @param name of the page, whose texts are `texts`; `common` are those that all pages share, `all` has each page's
 */
export function usePage<Name extends AdminPageName>(name: Name) {
  const { texts: all, ...admin } = useAdmin()
  return { ...admin, all, common: all.common, texts: all[name] }
}

/** The calls of the site and of this Worker, by the session of who looks at the page. */
export const client = createPageClient({ ...siteCalls, ...ownSiteCalls, ...workerCalls })
