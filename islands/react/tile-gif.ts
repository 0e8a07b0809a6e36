import { parse } from 'valibot'
import { itemUrl } from '../../shared/gif/item-path.ts'
import { slimGif } from '../../shared/gif/slim-gif.ts'
import { safeHref } from '../../shared/html.ts'
import { avatarUrl } from '../../shared/picture/avatar.ts'
import { type Gif, GifSchema } from '../../shared/schema/gif.ts'
import { PLACEHOLDER } from '../ui/tile-picture.ts'
import type { GifLike } from './props.ts'

/** A partner's own GIF, as our tiles read it. Our default avatars are at our address alone. */
export function toTileGif(own: GifLike, host = ''): Gif {
  const gif = slimGif(parse(GifSchema, own))
  const { user } = gif
  if (!user || user.avatar_url) return gif
  return { ...gif, user: { ...user, avatar_url: host ? host + avatarUrl(user) : PLACEHOLDER } }
}

/** A GIF's page; '' for one that neither says where its page is nor whose it is. */
export const pageUrl = (gif: Gif, host = ''): string => (host || safeHref(gif.url) ? itemUrl(gif, host) : '')
