import type { PlayerAttribution } from '../gif/gif-texts.ts'
import type { Gif } from '../schema/gif.ts'
import type { Story } from '../schema/site-records.ts'
import { searchPath, storyPath } from './browse-path.ts'
import { attributionOf } from './item-view.ts'

/** What pages show of a story, ready to render. */
export type StoryView = {
  heading: string
  /** Its page, without the host. */
  path: string
  caption: string
  author: PlayerAttribution | undefined
  user: Story['user']
  tags: { name: string; href: string }[]
  /** When it was published, as ISO 8601. */
  published: string | undefined
  cover: Gif | undefined
  gifs: readonly Gif[]
  /** How many GIFs it has; a list of stories has their covers alone. */
  count: number
}

/** A story's view, without the GIFs that are not public. Pure. @param isOpen by the id of a GIF */
export function storyView(story: Story, isOpen: (id: string) => boolean): StoryView {
  const isShown = ({ id, is_removed, is_hidden }: Gif) => !is_removed && !is_hidden && isOpen(id)
  const gifs = story.gifs.filter(isShown)
  const cover = story.cover_gif && isShown(story.cover_gif) ? story.cover_gif : gifs[0]
  return {
    heading: story.title || cover?.title || story.slug,
    path: storyPath(story.slug),
    caption: story.caption,
    author: attributionOf(story),
    user: story.user,
    tags: [...new Set(story.tags)].filter(Boolean).map((name) => ({ name, href: searchPath(name) })),
    published: publishedAt(story.publish_datetime),
    cover,
    gifs,
    count: story.gifs.length > 0 ? gifs.length : story.gif_count,
  }
}

/** §4 Whether a story is public. A gateway may say so, or give its time alone. */
export function isPublished({ is_published, publish_datetime }: Story, nowMs: number): boolean {
  const at = publishedAt(publish_datetime)
  return is_published || (at !== undefined && Date.parse(at) <= nowMs)
}

/** A gateway's time: ISO 8601, or seconds since 1970. */
function publishedAt(time: string): string | undefined {
  const at = new Date(/^\d{1,11}$/.test(time) ? Number(time) * 1000 : time)
  return time === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
