import { followHandlers } from './follows.ts'
import { deleteAccountHandlers, passwordHandlers } from './passwords.ts'
import { peopleHandlers } from './people.ts'
import { profileHandlers } from './profile.ts'
import { registrationHandlers } from './registration.ts'
import { sessionHandlers } from './sessions-and-tokens.ts'
import { signInHandlers } from './sign-in.ts'
import { staffListHandlers } from './staff-lists.ts'

/** People's accounts, and what staff see of them. */
export const accountHandlers = {
  ...signInHandlers,
  ...registrationHandlers,
  ...passwordHandlers,
  ...sessionHandlers,
  ...profileHandlers,
  ...deleteAccountHandlers,
  ...peopleHandlers,
  ...followHandlers,
  ...staffListHandlers,
}
