import type { Rendition } from '../schema/rendition.ts'

/** The plain URL, if a picture can show it: a rendition without one borrows its mp4 (§3), which no `<img>` plays. */
export const plainPictureUrl = ({ url, mp4 }: Rendition): string => (url === mp4 ? '' : url)

/** What an `<img>` can show of a rendition, or '' for a film alone. */
export const pictureUrl = (rendition: Rendition): string => plainPictureUrl(rendition) || rendition.webp
