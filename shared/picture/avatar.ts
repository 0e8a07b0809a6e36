import { AVATAR_VARIANT_PX, DEFAULT_AVATARS, TILE_COLOURS } from '../limits.ts'
import type { User } from '../schema/gif.ts'

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

/** §2 Tile: the index (from 0) of the brand colour behind a GIF. */
export const tileColour = (id: string): number => stableIndex(id, TILE_COLOURS)

/**
 * A number below `count`, always the same for the same text, in the server and in the browser. It implements the
 * "random" of §2 and §3: a picture that changed on hydration would flicker. FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function stableIndex(text: string, count: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % count
}
