import type { Rendition } from '../schema/rendition.ts'

/** The plain URL, or '' if it is the mp4 that stands in for a missing one (§3): an `<img>` cannot play it. */
export const plainPictureUrl = ({ url, mp4 }: Rendition): string => (url === mp4 ? '' : url)

/** The URL that an `<img>` can show, or '' if there is only an mp4. */
export const pictureUrl = (rendition: Rendition): string => plainPictureUrl(rendition) || rendition.webp
