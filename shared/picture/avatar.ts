import { AVATAR_VARIANT_PX, DEFAULT_AVATARS } from '../limits.ts'
import type { User } from '../schema/user.ts'
import { stableIndex } from './stable-index.ts'

/** The provider's paths of pictures that have a variant per height. */
const WITH_VARIANTS = ['/avatars/', '/channel_assets/']

/** Our own library has one size only. */
const WITHOUT_VARIANTS = '/media/avatars/'

type Owner = Pick<User, 'id' | 'username' | 'avatar_url'>

/** §3 Avatar: its 80-pixel-high variant, or one of the five default avatars, always the same one for a user. */
export function avatarUrl({ id, username, avatar_url }: Owner): string {
  if (URL.canParse(avatar_url)) return variantOf(new URL(avatar_url))
  return `/static/avatar-${stableIndex(id || username, DEFAULT_AVATARS) + 1}.svg`
}

// The provider's convention: name.gif has its variants at name/80h.gif.
function variantOf(url: URL): string {
  const [, stem, extension] = /^(.*[^/])(\.\w+)$/.exec(url.pathname) ?? []
  const hasVariants =
    WITH_VARIANTS.some((place) => url.pathname.includes(place)) && !url.pathname.includes(WITHOUT_VARIANTS)
  if (hasVariants && stem && !stem.endsWith(`/${AVATAR_VARIANT_PX}h`)) {
    url.pathname = `${stem}/${AVATAR_VARIANT_PX}h${extension}`
  }
  return url.href
}
