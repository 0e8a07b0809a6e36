import { channelPath } from '../../shared/public/browse-path.ts'
import type { UserRow } from '../queries/gifs.ts'
import type { UserRecord } from '../schema/people.ts'

/** A user's full record, for the user and for staff. An uploaded picture goes before one that is only linked. */
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

/** A user as GIPHY sends it. */
export function userJson(user: UserRow, publicUrl: string) {
  return {
    id: user.id,
    username: user.username,
    display_name: user.display_name,
    attribution_display_name: user.display_name || user.username,
    description: user.description,
    avatar_url: fileUrl(user.id, 'avatar', user.avatar_key, publicUrl),
    banner_image: fileUrl(user.id, 'banner', user.banner_key, publicUrl),
    banner_url: fileUrl(user.id, 'banner', user.banner_key, publicUrl),
    profile_url: channelUrl(user.username, publicUrl),
    website_url: user.website_url,
    instagram_url: '',
    is_verified: user.is_verified,
    is_public: user.is_public,
    suppress_chrome: user.suppress_chrome,
  }
}

/** Where everything of a user or channel is shown (§2: channel GIFs). */
export const channelUrl = (name: string, publicUrl: string): string => publicUrl + channelPath(name)

// Item ids have no dash, so `user-` can be told from them in a media URL.
function fileUrl(id: string, name: 'avatar' | 'banner', key: string | null, publicUrl: string): string {
  const format = key?.split('.').at(-1)
  return format ? `${publicUrl}/media/user-${id}/${name}.${format}` : ''
}
