import type { UserRecord } from '../schema/people.ts'
import { userJson } from './user-json.ts'

/** A user's full record, for the user and for staff. A picture that was uploaded stands before one that is only linked. */
export function userRecordJson(user: UserRecord, publicUrl: string) {
  const shown = userJson(user, publicUrl)
  return {
    ...shown,
    avatar_url: shown.avatar_url || user.avatar_url,
    banner_url: shown.banner_url || user.banner_url,
    facebook_url: user.facebook_url,
    instagram_url: user.instagram_url,
    tumblr_url: user.tumblr_url,
    twitter: user.twitter,
    is_freelance: user.is_freelance,
    email: user.email ?? '',
    // The first of the staff comes by a link, and chooses one later.
    has_password: user.password !== null,
    role: user.role,
    user_type: user.role,
  }
}
