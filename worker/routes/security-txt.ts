import { AppError } from '../../shared/errors.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { AppContext } from '../http/context.ts'

const POLICY_PATH = '/.well-known/security-policy.txt'

const POLICY = `Please report a weakness before you publish it, and leave time to mend it.
What helps: the address, the steps, and what somebody could do with it.
Test with your own data and accounts. Read and change nobody else's, and cause no load that others notice.
`

/** A contact that stays the same for long needs no edit: the file renews itself, and RFC 9116 wants less than a year. */
const EXPIRES_AFTER_MS = 180 * DAY_MS

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' }

/** @throws AppError 404 where no contact is configured: a report must not go nowhere. */
function contactOf(c: AppContext): string {
  const { SECURITY_CONTACT } = c.var.services.config
  if (SECURITY_CONTACT === '') throw new AppError('not-found', 'There is nothing at this address')
  return SECURITY_CONTACT
}

/** `/.well-known/security.txt`: whom to report a weakness to. https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxt(c: AppContext): Response {
  const site = c.var.publicUrl
  const lines = [
    `Contact: ${contactOf(c)}`,
    `Expires: ${new Date(Date.now() + EXPIRES_AFTER_MS).toISOString()}`,
    `Policy: ${site}${POLICY_PATH}`,
    `Canonical: ${site}/.well-known/security.txt`,
  ]
  return c.body(`${lines.join('\n')}\n`, 200, HEADERS)
}

/** `/.well-known/security-policy.txt`: what we ask of who reports. */
export function securityPolicy(c: AppContext): Response {
  contactOf(c)
  return c.body(POLICY, 200, HEADERS)
}
