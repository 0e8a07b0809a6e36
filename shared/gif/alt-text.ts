import { ALT_TAGS } from '../limits.ts'
import type { Gif } from '../schema/gif.ts'

/** Says how a sticker is drawn, not what it shows. */
const EXCLUDED_TAG = 'transparent'

/** §5 Alt text. What the GIF's maker wrote for it comes first; it is never empty. */
export function altText({ alt_text, title, user, username, tags, is_sticker }: Gif): string {
  if (alt_text || title) return alt_text || title
  const name = user?.username || username
  const shown = tags
    .filter((tag) => tag !== EXCLUDED_TAG)
    .slice(0, name ? ALT_TAGS.withUsername : ALT_TAGS.alone)
  return [name, ...shown, is_sticker ? 'Sticker' : 'GIF'].filter(Boolean).join(' ')
}
