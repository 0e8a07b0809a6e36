import { allItemsHandlers } from './all-items.ts'
import { confirmHandlers } from './confirm.ts'
import { deleteAccountHandlers } from './delete-account.ts'
import { followHandlers } from './follows.ts'
import { newAddressHandlers } from './new-address.ts'
import { outboxHandlers } from './outbox.ts'
import { passwordHandlers } from './passwords.ts'
import { peopleHandlers } from './people.ts'
import { profileHandlers } from './profile.ts'
import { recoveryHandlers } from './recovery.ts'
import { registrationHandlers } from './registration.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { sessionHandlers } from './sessions-and-tokens.ts'
import { signInHandlers } from './sign-in.ts'
import { staffAccessHandlers } from './staff-access.ts'
import { staffListHandlers } from './staff-lists.ts'

/** People's accounts, and what staff see of them. */
export const accountHandlers = {
  ...signInHandlers,
  ...registrationHandlers,
  ...confirmHandlers,
  ...passwordHandlers,
  ...recoveryHandlers,
  ...sessionHandlers,
  ...secondFactorHandlers,
  ...profileHandlers,
  ...newAddressHandlers,
  ...deleteAccountHandlers,
  ...peopleHandlers,
  ...followHandlers,
  ...staffAccessHandlers,
  ...allItemsHandlers,
  ...staffListHandlers,
  ...outboxHandlers,
}
