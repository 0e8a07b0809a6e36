/**
 * What a visitor, or the page for him, has done. Labels (§7) and messages (`docs/contract.md`) are tables of these.
 * Details: the film's host (`watch`), the network (`social`), the GIF (`grid-gif`), the address (`request`), how many
 * GIFs there are (`fetched`), what went wrong (`error`).
 */
export type EmbedEvent =
  | 'seen'
  | 'hover'
  | 'click'
  | 'visible'
  | 'contextmenu'
  | 'share'
  | 'pause'
  | 'play'
  | 'favorite'
  | 'embed-code'
  | 'link'
  | 'copy-embed-code'
  | 'copy-link'
  | 'watch'
  | 'view-more'
  | 'grid-scroll'
  | 'grid-gif'
  | 'social'
  | 'logo'
  | 'request'
  | 'fetched'
  | 'error'
