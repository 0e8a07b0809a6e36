import { tileColour } from '../../../shared/picture/avatar.ts'
import type { Gif } from '../../../shared/schema/gif.ts'

/** What is behind a picture until it is there. */
export const groundOf = (gif: Gif): string | number => (gif.is_sticker ? 'sticker' : tileColour(gif.id))
