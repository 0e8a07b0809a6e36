import { createContext, use } from 'react'
import type { AdminRole } from '../../shared/admin/admin-pages.ts'
import type { AdminTexts } from '../../shared/texts/admin/en.ts'
import type { Language } from '../../shared/texts/texts.ts'

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

/** @throws Error outside a staff page */
export function useAdmin(): Admin {
  const admin = use(AdminContext)
  if (!admin) throw new Error('There is no staff page around this')
  return admin
}
