import { createContext, use } from 'react'
import type { AdminRole } from '../../shared/admin/admin-pages.ts'
import type { AdminTexts } from '../../shared/texts/admin/en.ts'
import type { Language } from '../../shared/texts/texts.ts'

type Admin = {
  texts: AdminTexts
  role: AdminRole
  language: Language
  /** Whether the site is the embedded one: another one has the calls of §7 alone. */
  hasOwnSite: boolean
  /** Likewise the gateway of stories and the schedule. */
  hasOwnGateway: boolean
}

/** What all parts of a staff page know. */
export const AdminContext = createContext<Admin | undefined>(undefined)

/** @throws Error outside a staff page */
export function useAdmin(): Admin {
  const admin = use(AdminContext)
  if (!admin) throw new Error('There is no staff page around this')
  return admin
}
