import { toItemView } from '../../../shared/public/item-view.ts'
import type { StoryView } from '../../../shared/public/story-view.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { assets } from '../../render/assets.ts'
import { type Attributes, NOINDEX, type PageHead } from '../../render/html-document.tsx'
import { file, oembedLinks, rows, typeOf } from '../item/item-head.ts'
import type { PageContext } from '../layout/page-context.ts'

/** The style of whatever shows stories. */
export const STORIES_STYLE: Attributes = { rel: 'stylesheet', href: assets.styles.stories }

/** The head of a story's page: Open Graph, and a large card. */
export function storyHead(view: StoryView, context: PageContext, isListed: boolean): PageHead {
  const { heading, caption, published, author } = view
  const text = caption.replaceAll('\n', ' ').slice(0, 200).toWellFormed()
  const description = text || interpolate(context.texts.storyText, { title: heading })
  const url = context.publicUrl + view.path
  const picture = view.cover && toItemView(view.cover, context).files.picture
  const card = {
    card: 'summary_large_image',
    title: heading,
    description,
    ...(picture && { image: picture.url }),
  }
  return {
    title: heading,
    description,
    canonical: url,
    robots: isListed ? undefined : NOINDEX,
    meta: [
      ...rows('og', { type: 'article', title: heading, description, url }),
      ...(picture ? file('og:image', picture, typeOf(picture.url)) : []),
      ...rows('article', {
        ...(published && { published_time: published }),
        ...(author?.href && { author: new URL(author.href, context.publicUrl).href }),
      }),
      ...Object.entries(card).map(([name, content]) => ({ name: `twitter:${name}`, content })),
    ],
    // For nobody else to embed while it is a draft.
    links: [STORIES_STYLE, ...(isListed ? oembedLinks(url, heading, context.publicUrl) : [])],
  }
}
