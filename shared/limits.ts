/**
 * The numbers of §9 that code reads (and the few of §2, §4 and §5 that belong to the product's behaviour), each with its
 * clause. Times are milliseconds, lengths are CSS pixels, unless the name says otherwise.
 */

/** §9 Request cache. `libraryList`: how long others may keep a list of the embedded library, which is fresh until it changes. */
export const CACHE_MS = { success: 60_000, error: 6_000, libraryList: 2_000 } as const

/** §9 Rendition choice: how many pixels a candidate may be smaller than the requested size. */
export const SCALE_UP_LIMIT_PX = 50

/** §9 Embed snippet: the box the GIF is scaled into. */
export const SNIPPET_BOX_PX = 480

/** §9 Srcset width descriptors. */
export const SRCSET_WIDTHS = { fixed_width: 200, original: 480, downsized_large: 500 } as const

/** §4 Hover, §9 Hover. */
export const FOOTER_DELAY_MS = { show: 150, hide: 70, hideAfterGrid: 1000 } as const

/** §4 The embed fades in at animation end, or this long after the picture's format is settled. */
export const FADE_IN_FALLBACK_MS = 700

/** §9 Extras are hidden in frames smaller than this. */
export const EXTRAS_MIN_PX = { width: 250, height: 200 } as const

/** §9 Visibility: how many thresholds an observer has, and when a tile counts as seen. */
export const VISIBILITY = { thresholds: 5, seen: 0.99 } as const

/** §9 Hover tracking fires after a hold. */
export const HOVER_HOLD_MS = 200

/** §9 Fetch debounce of the endless lists. */
export const FETCH_DEBOUNCE_MS = { carousel: 100, grid: 250 } as const

/** §9 What pingbacks of a carousel call its layout. The other defaults of widgets are in `widgets/options.ts`. */
export const CAROUSEL_LAYOUT_TYPE = 'CAROUSEL'

/** §9 The embed's related grid. */
export const EMBED_GRID = {
  columns: 3,
  gutterPx: 6,
  widthInsetPx: 30,
  resizeThrottleMs: 500,
  firstPage: 6,
  page: 12,
} as const

/** §9 How many default avatars and tile colours there are. */
export const DEFAULT_AVATARS = 5
export const TILE_COLOURS = 5

/** §5 Alt text: tags next to a username, and alone. */
export const ALT_TAGS = { withUsername: 4, alone: 5 } as const

/** §3 Avatar: the variant's height. §9 Attribution: the size that it is shown in. */
export const AVATAR_VARIANT_PX = 80
export const ATTRIBUTION_AVATAR_PX = 40

/** §9 Share pop-ups. */
export const POPUP_PX = { standard: [480, 480], twitter: [750, 350] } as const

/** §9 Share types. */
export const SHARE_TYPES = ['twitter', 'facebook', 'pinterest', 'link', 'embed'] as const
export type ShareType = (typeof SHARE_TYPES)[number]

/** §9 The external video starts this many seconds before the given start. */
export const VIDEO_LEAD_IN_S = 1

/** §9 Pingbacks and analytics. */
export const PINGBACK_ID_LENGTH = 16
export const ANALYTICS_DEBOUNCE_MS = 1000
/** What one request has at most: a beacon of a page, and a delivery to the service. */
export const PINGBACK_BATCH = { events: 100, bytes: 64_000 } as const
/** What the embedded library counts at once: a group costs nearly the same, however many events it has (`docs/scale.md`). */
export const COUNTED_BATCH = { events: 500, bytes: 1_000_000 } as const

/** §9 Error monitor. */
export const ERROR_MONITOR = { entries: 30, perSecond: 10, urlLength: 2000, sampleRate: 0.01 } as const

/** §9 Listing defaults. */
export const PARTNER_STORIES_LIMIT = 50
export const SCHEDULE_DEFAULTS = { limit: 25, offset: 0, type: 'gif' } as const
export const ARTIST_DEFAULTS = { order: 'desc', sort: 'updatetime', rating: 'pg' } as const

/** What GIPHY's clients rely on: https://developers.giphy.com/docs/api/endpoint/ */
export const PROVIDER_PAGE = { limit: 25, maxLimit: 50, maxOffset: 4999, maxTrendingOffset: 499 } as const
export const QUERY_MAX_CHARS = 50
export const MAX_IDS = 100
