import type { ReadStaffTerms } from '../../shared/server/origin.ts'
import { derived, type Reply } from './layer.ts'
import type { Page } from './page.ts'

/** Terms of the list at most, as of our library's. */
const TERMS = 20

/** A provider's own list of trending searches, behind what staff pin and without what they block. */
export async function withStaffTerms(found: Reply, read: ReadStaffTerms): Promise<Reply> {
  const staff = await read()
  if (staff.pinned.length + staff.blocked.length === 0) return found
  const isBlocked = (term: string) =>
    staff.blocked.some((word) => ` ${term.toLowerCase()} `.includes(` ${word} `))
  const open = (terms: readonly unknown[]) =>
    terms.filter((term) => typeof term === 'string' && !isBlocked(term))
  return derived(found, `terms ${JSON.stringify(staff)}`, (): Page => {
    const { page } = found.body
    const own = Array.isArray(page.data) ? open(page.data) : []
    const all = [...new Set([...open(staff.pinned), ...own])].slice(0, TERMS)
    return { ...page, data: all }
  })
}
