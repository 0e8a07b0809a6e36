import { ROLE_RANK, type Role } from '../../shared/calls/call.ts'
import type { AppContext } from './context.ts'

/** Whether a request came by the host of the staff pages; any host is one where `ADMIN_HOST` is not set. */
export function isAdminHost(c: AppContext): boolean {
  const { ADMIN_HOST } = c.get('services').config
  return ADMIN_HOST === '' || new URL(c.req.url).host === ADMIN_HOST.toLowerCase()
}

/** Whether a call is for staff and moderators alone: with `ADMIN_HOST` it has its place there, as their pages have. */
export const isStaffs = ({ role }: { role: Role }): boolean => ROLE_RANK[role] >= ROLE_RANK.moderator
