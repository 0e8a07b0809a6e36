import type { StoryView } from '../public/story-view.ts'
import { type OembedPlace, thumbnail } from './oembed.ts'

/** Seconds: its author may change it at any time. */
const CACHE_AGE_S = 3600

/** A story as oEmbed's link (https://oembed.com/, 2.3.4.3): title, author and cover; there is no frame of it. Pure. */
export function storyOembed(
  { heading, author, path, cover }: StoryView,
  { publicUrl, brand, max }: Omit<OembedPlace, 'embedQuery'>,
) {
  return {
    version: '1.0',
    type: 'link',
    title: heading,
    url: publicUrl + path,
    provider_name: brand,
    provider_url: publicUrl,
    ...(author && { author_name: author.name }),
    ...(author?.href && { author_url: new URL(author.href, publicUrl).href }),
    cache_age: CACHE_AGE_S,
    ...(cover && thumbnail(cover.images, max)),
  } as const
}
