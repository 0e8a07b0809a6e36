import { safeHref } from '../html.ts'
import { ALT_TAGS } from '../limits.ts'
import { oncePer } from '../once-per.ts'
import { avatarUrl } from '../picture/avatar.ts'
import type { Gif } from '../schema/gif.ts'

/** This tag describes how a sticker is drawn, not its content. */
const EXCLUDED_TAG = 'transparent'

/** §5 Alt text, never empty. The GIF's own `alt_text` comes first. */
export function altText({ alt_text, title, user, username, tags, is_sticker }: Gif): string {
  if (alt_text || title) return alt_text || title
  const name = user?.username || username
  const shown = tags
    .filter((tag) => tag !== EXCLUDED_TAG)
    .slice(0, name ? ALT_TAGS.withUsername : ALT_TAGS.alone)
  return [name, ...shown, is_sticker ? 'Sticker' : 'GIF'].filter(Boolean).join(' ')
}

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
export const playerAttribution = oncePer(({ user }: Pick<Gif, 'user'>): PlayerAttribution | undefined => {
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
})

/** What an item's slug says of it, where nothing else is known: `happy-cat-abc` is 'Happy cat'; '' for an id alone. */
export function slugWords(slug: string): string {
  const words = slug.split('-').slice(0, -1).filter(Boolean).join(' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** An item's call to action, where it has words and a link that is safe (T2). */
export function callToAction({ cta }: Pick<Gif, 'cta'>): { text: string; href: string } | undefined {
  const href = cta?.text && safeHref(cta.link)
  return href ? { text: cta.text, href } : undefined
}
