import { fieldError } from '../../shared/errors.ts'

/** Whether a password is among those that leaked most often, in any case. The list is loaded by the first one that asks. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { COMMON_PASSWORDS } = await import('./common-passwords.data.ts')
  const wanted = password.normalize('NFKC').toLowerCase()
  let before = ''
  // Not kept: a new password is rare, and its hash takes a hundred times as long.
  for (const entry of COMMON_PASSWORDS.split(' ')) {
    before = before.slice(0, Number.parseInt(entry.charAt(0), 36)) + entry.slice(1)
    if (before === wanted) return true
  }
  return false
}

/** @throws InputError for a password that programs try first */
export async function assertUncommon(field: string, password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return
  throw fieldError(field, `${field} is too common: programs that guess try it first`)
}
