import type { ItemView } from '../../../shared/public/item-view.ts'
import type { PageContext } from '../layout/page-context.ts'

/** https://schema.org/ImageObject, or VideoObject for a video: what search engines show of an item. */
export function itemJsonLd(view: ItemView, { publicUrl }: PageContext): object {
  const { picture, still, film } = view.files
  const isVideo = view.kind === 'video' && film !== undefined
  const content = isVideo ? film : picture
  return {
    '@context': 'https://schema.org',
    '@type': isVideo ? 'VideoObject' : 'ImageObject',
    '@id': view.canonical,
    url: view.canonical,
    name: view.heading,
    description: view.title,
    contentUrl: content?.url,
    width: content?.width,
    height: content?.height,
    thumbnailUrl: still?.url ?? picture?.url,
    embedUrl: view.embedUrl,
    uploadDate: view.added,
    keywords: view.tags.map(({ name }) => name).join(', ') || undefined,
    creator: view.attribution && {
      '@type': 'Person',
      name: view.attribution.name,
      url: view.attribution.href && new URL(view.attribution.href, publicUrl).href,
    },
  }
}
