import { ALT_TAGS } from '../limits.ts'
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
