import * as v from 'valibot'
import { NewPassword } from '../../../shared/calls/site-fields.ts'
import { InputError } from '../../../shared/errors.ts'

/** @throws InputError for a password that nobody may choose; §7 says nothing of it, our site does. */
export function assertNewPassword(field: string, password: string): void {
  const { issues } = v.safeParse(NewPassword, password)
  if (!issues) return
  const message = `${field} ${issues[0].message}`
  throw new InputError(message, { [field]: message })
}
