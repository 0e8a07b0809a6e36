import type { EmbedEvent } from '../../model/embed-event.ts'

/** What analytics call an event; `{}` is replaced by its detail: the film's host, or the network. */
type Label = readonly [action: string, label: string]

export const CATEGORY = 'Embed'

/** §7 Every event and its label, word for word; `undefined` where the spec knows none. */
export const LABELS: Record<EmbedEvent, Label | undefined> = {
  click: ['Click', 'Click Image'],
  hover: ['Hover', 'Hover Image'],
  favorite: ['Click', 'Click Favorite'],
  share: ['Click', 'Click Share'],
  pause: ['Click', 'Click Pause'],
  'embed-code': ['Click', 'Click Embed Code'],
  link: ['Click', 'Click Link'],
  'copy-embed-code': ['Copy', 'Copy Embed Code'],
  'copy-link': ['Copy', 'Copy Link'],
  watch: ['Click', 'Click Play {}'],
  'view-more': ['Click', 'Click View More CTA'],
  'grid-scroll': ['Scroll', 'SCROLL GRID'],
  'grid-gif': ['Click', 'GRID GIF'],
  social: ['Social Sharing', '{}'],
  // §7 'Click/Link for the logo': its action and its label.
  logo: ['Click', 'Link'],
  // The same button as pause, and only pausing is counted.
  play: undefined,
  seen: undefined,
  visible: undefined,
  contextmenu: undefined,
  // Counted as a view of its virtual path (§2).
  request: undefined,
  fetched: undefined,
  error: undefined,
}

/** Action and label of an event, or nothing where it has none. */
export function labelOf(event: EmbedEvent, detail = ''): { action: string; label: string } | undefined {
  const [action, label] = LABELS[event] ?? []
  return action && label ? { action, label: label.replace('{}', () => detail).trim() } : undefined
}
