import { altText } from '../../../shared/gif/gif-texts.ts'
import { toItemView } from '../../../shared/public/item-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { Attributes } from '../../render/html-document.tsx'
import { file, rows, typeOf } from '../item/item-head.ts'
import type { PageContext } from '../layout/page-context.ts'

/** The home page's card on other sites: Open Graph, and Twitter's card with the picture of the GIF on top of the page. */
export function homeCard(context: PageContext, star: Gif | undefined): Attributes[] {
  const { brand, texts, publicUrl } = context
  const files = star && toItemView(star, context).files
  const picture = files?.picture
  const still = files?.still ?? picture
  const twitter = {
    card: still ? 'summary_large_image' : 'summary',
    title: brand,
    description: texts.tagline,
    ...(star && still && { image: still.url, 'image:alt': altText(star) }),
  }
  return [
    ...rows('og', { type: 'website', title: brand, description: texts.tagline, url: `${publicUrl}/` }),
    ...(star && picture
      ? [...file('og:image', picture, typeOf(picture.url)), ...rows('og:image', { alt: altText(star) })]
      : []),
    ...Object.entries(twitter).map(([name, content]) => ({ name: `twitter:${name}`, content })),
  ]
}
