import { SRCSET_WIDTHS } from '../limits.ts'
import type { Images, Rendition } from '../schema/rendition.ts'
import { plainPictureUrl } from './picture-url.ts'

const READ = {
  url: plainPictureUrl,
  // Where a GIF is the smaller file there is no WebP, and who shows WebP shows it too.
  webp: (rendition: Rendition) => rendition.webp || plainPictureUrl(rendition),
} as const

/** §9 The srcset of a GIF in one format, or '' where no file has it. Each URL occurs once, with its smallest width. */
export function srcset(images: Images, format: keyof typeof READ): string {
  const names = Object.keys(SRCSET_WIDTHS)
  if (format === 'webp' && !names.some((name) => images[name]?.webp)) return ''
  const widths = new Map<string, number>()
  for (const [name, width] of Object.entries(SRCSET_WIDTHS)) {
    const rendition = images[name]
    const url = rendition && escaped(READ[format](rendition))
    if (url && !widths.has(url)) widths.set(url, width)
  }
  return [...widths].map(([url, width]) => `${url} ${width}w`).join(', ')
}

// A space ends a candidate's URL and a comma the candidate: https://html.spec.whatwg.org/multipage/images.html#srcset-attributes
const escaped = (url: string): string => (URL.canParse(url) ? new URL(url).href.replaceAll(',', '%2C') : '')
