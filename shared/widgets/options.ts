import { PROVIDER_PAGE, SCALE_UP_LIMIT_PX } from '../limits.ts'
import { CHOSEN_RATINGS } from '../schema/choices.ts'
import type { OptionRows, ValuesOf } from './option-row.ts'

// The options of embed and widgets (`docs/contract.md`, Routes): schema, messages, attributes, builder, props and the tables
// in docs/ follow from these rows. Lengths are CSS pixels.

const WIDGETS = ['carousel', 'grid'] as const
const LISTS = [...WIDGETS, 'picker'] as const
const ALL = ['embed', ...LISTS] as const

/** The embed's own. */
const EMBED_OPTIONS = {
  autoplay: {
    kind: 'flag',
    default: true,
    on: ['embed'],
    builder: { group: 'switches', label: 'paused', field: 'paused' },
    docs: 'Plays at once; `0` starts paused.',
  },
} as const satisfies OptionRows

/** Which items a widget shows. */
export const LIST_OPTIONS = {
  type: {
    kind: 'choice',
    choices: ['gifs', 'stickers', 'text', 'emoji'],
    default: 'gifs',
    on: LISTS,
    builder: {
      group: 'content',
      label: 'type',
      choices: { gifs: 'gifs', stickers: 'stickers', text: 'text', emoji: 'emoji' },
    },
    docs: 'The type of items.',
  },
  q: { kind: 'text', max: 500, on: LISTS, source: 'sourceQ', docs: 'Shows the results of a search.' },
  related: { kind: 'id', on: WIDGETS, source: 'sourceRelated', docs: 'Shows the items related to this one.' },
  channel: {
    kind: 'name',
    pattern: /^@?[\w.-]{1,100}$/,
    is: 'the name of a channel or user',
    on: LISTS,
    source: 'sourceChannel',
    docs: 'Shows the items of a channel or user.',
  },
  ids: {
    kind: 'text',
    max: 8192,
    on: WIDGETS,
    source: 'sourceIds',
    docs: 'Shows these items. Join IDs with commas.',
  },
  limit: {
    kind: 'whole',
    range: [1, PROVIDER_PAGE.maxLimit],
    capped: true,
    default: PROVIDER_PAGE.limit,
    on: LISTS,
    builder: { group: 'more', label: 'limit' },
    docs: 'How many items to fetch at a time.',
  },
  rating: {
    kind: 'choice',
    choices: CHOSEN_RATINGS,
    also: ['y'],
    on: LISTS,
    builder: { group: 'more', label: 'rating', choices: { '': 'ratingAny' } },
    docs: 'The highest rating to show.',
  },
  lang: {
    kind: 'language',
    on: ALL,
    builder: { group: 'language', label: 'language', field: 'frameLang', choices: { '': 'langAuto' } },
    docs: "The language of the texts and the search. By default, texts are in the visitor's language.",
  },
} as const satisfies OptionRows

/** How a widget's tiles look and behave: what its islands are given. §9 has the defaults. */
export const TILE_OPTIONS = {
  gutter: {
    kind: 'whole',
    range: [0, 100],
    default: 6,
    on: LISTS,
    builder: { group: 'look', label: 'gutter' },
    react: 'List',
    docs: 'The space between tiles, in pixels.',
  },
  columns: {
    kind: 'whole',
    range: [1, 12],
    on: LISTS,
    builder: { group: 'columns', label: 'columns', only: ['grid'] },
    react: 'Grid',
    docs: 'The number of columns in a grid; by default, as many as fit.',
  },
  height: {
    kind: 'whole',
    range: [40, 1000],
    on: ['carousel'],
    // An element's own `height` is its frame's.
    attribute: 'tile-height',
    docs: "The height of the tiles, in pixels; by default, the frame's.",
  },
  borderRadius: {
    kind: 'whole',
    range: [0, 500],
    default: 4,
    on: LISTS,
    builder: { group: 'look', label: 'radius' },
    react: 'Gif',
    docs: "The radius of the tiles' corners, in pixels.",
  },
  scaleUpLimit: {
    kind: 'whole',
    range: [0, 1000],
    default: SCALE_UP_LIMIT_PX,
    on: LISTS,
    react: 'Gif',
    docs: 'How many pixels smaller than its tile a picture may be before a larger one is chosen.',
  },
  tabIndex: {
    kind: 'whole',
    range: [-1, 32_767],
    default: 0,
    on: WIDGETS,
    builder: { group: 'more', label: 'tabIndex' },
    react: 'Gif',
    docs: 'The `tabindex` of the tile that the Tab key reaches; arrow keys reach the others.',
  },
  hideAttribution: {
    kind: 'flag',
    default: false,
    on: WIDGETS,
    builder: { group: 'switches', label: 'hideAttribution' },
    react: 'Gif',
    docs: 'Hides the name that a tile shows on hover.',
  },
  noLink: {
    kind: 'flag',
    default: false,
    on: WIDGETS,
    builder: { group: 'switches', label: 'noLink' },
    react: 'Gif',
    docs: "Tiles aren't links.",
  },
  noResultsMessage: {
    kind: 'line',
    default: '',
    on: LISTS,
    builder: { group: 'more', label: 'noResults' },
    react: 'List',
    docs: 'The text to show for an empty list.',
  },
} as const satisfies OptionRows

/** The rest of a widget's page. */
export const PAGE_OPTIONS = {
  user: {
    kind: 'name',
    pattern: /^[A-Za-z0-9]{1,16}$/,
    is: '1 to 16 letters or digits',
    on: LISTS,
    builder: { group: 'more', label: 'user' },
    docs: 'Your ID for the visitor, sent as `attributes.user` of each pingback.',
  },
  theme: {
    kind: 'choice',
    choices: ['light', 'dark', 'auto'],
    default: 'auto',
    on: ALL,
    builder: {
      group: 'look',
      label: 'theme',
      field: 'frameTheme',
      choices: { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' },
    },
    docs: "The colors; `auto` follows the visitor's system.",
  },
} as const satisfies OptionRows

/** The picker's own. */
export const PICKER_OPTIONS = {
  pick: {
    kind: 'choice',
    choices: ['message', 'copy'],
    default: 'message',
    on: ['picker'],
    docs: "What choosing a GIF does: tells the page, or copies the GIF's link. Without a page around it, it copies.",
  },
} as const satisfies OptionRows

/** All rows, by the options' names in a query. */
export const OPTIONS: OptionRows = {
  ...EMBED_OPTIONS,
  ...LIST_OPTIONS,
  ...TILE_OPTIONS,
  ...PAGE_OPTIONS,
  ...PICKER_OPTIONS,
}

export interface ListValues extends ValuesOf<typeof LIST_OPTIONS> {}
export interface TileValues extends ValuesOf<typeof TILE_OPTIONS> {}
export interface PageValues extends ValuesOf<typeof PAGE_OPTIONS> {}
