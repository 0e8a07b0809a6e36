import { SHARE_TYPES, type ShareType } from '../../../shared/limits.ts'
import type { EmbedEvent } from '../../model/embed-event.ts'

const COPIES: Partial<Record<EmbedEvent, ShareType>> = { 'copy-link': 'link', 'copy-embed-code': 'embed' }

/** §9 What an event shares by; networks that are no share type are not counted. */
const shareTypeOf = (event: EmbedEvent, detail = ''): ShareType | undefined =>
  event === 'social' ? SHARE_TYPES.find((type) => type === detail.toLowerCase()) : COPIES[event]

/** Calls `post` for each way in which a page's GIF is shared, once. */
export function shareCounter(post: (type: ShareType) => void): (event: EmbedEvent, detail?: string) => void {
  const posted = new Set<ShareType>()
  return (event, detail) => {
    const type = shareTypeOf(event, detail)
    if (!type || posted.has(type)) return
    posted.add(type)
    post(type)
  }
}
