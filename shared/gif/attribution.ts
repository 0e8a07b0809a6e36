import { safeHref } from '../html/safe-href.ts'
import { avatarUrl } from '../picture/avatar.ts'
import type { Gif } from '../schema/gif.ts'

export type EmbedAttribution = { name: string; avatar: string; verified: boolean; href?: string }
export type PlayerAttribution = EmbedAttribution & { handle?: string }

/** §5 Attribution (embed): only for a user with a username or display name. */
export function embedAttribution({ user }: Gif): EmbedAttribution | undefined {
  if (!user || !(user.display_name || user.username)) return undefined
  const { display_name, username, is_verified } = user
  const href = safeHref(user.profile_url)
  return {
    name: display_name || `@${username}`,
    avatar: avatarUrl(user),
    verified: is_verified,
    ...(href && { href }),
  }
}

/** §5 Attribution (player block): only for a public user who is not flagged suppress_chrome. */
export function playerAttribution({ user }: Pick<Gif, 'user'>): PlayerAttribution | undefined {
  if (!user?.is_public || user.suppress_chrome) return undefined
  const { attribution_display_name, display_name, username, is_verified } = user
  const name = attribution_display_name || display_name || username
  if (!name) return undefined
  const href = safeHref(user.profile_url)
  return {
    name,
    ...(username && { handle: `@${username.toLowerCase()}` }),
    avatar: avatarUrl(user),
    verified: is_verified,
    ...(href && { href }),
  }
}
