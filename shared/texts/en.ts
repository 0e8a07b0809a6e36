/** English, and what every other language falls back to. §2 and `docs/contract.md` fix most of these words. */
export const en = {
  pause: 'Pause',
  play: 'Play',
  share: 'Share',
  close: 'Close',
  favorite: 'Favorite',
  embed: 'Embed',
  link: 'Link',
  copyEmbed: 'Copy embed code',
  copyLink: 'Copy link',
  copied: 'Copied',
  watch: 'Watch',
  watchOn: 'Watch on {provider}',
  back: 'GIF',
  related: 'Related Gifs',
  continue: 'Continue Watching on {brand}',
  viewOn: 'View on {brand}',
  loading: 'Loading GIFs',
  failed: 'Error loading GIFs.',
  retry: 'Try again?',
  none: 'No related GIFs.',
  verified: 'Verified',
  previous: 'Previous',
  next: 'Next',
  nothing: 'No GIFs found.',
  trending: 'Trending',
  gifs: 'GIFs',
}

/** All texts of embeds. `insertNames` replaces `{brand}` and `{provider}`. */
export type Texts = Record<keyof typeof en, string>
