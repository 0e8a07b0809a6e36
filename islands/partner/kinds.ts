/** One of the three elements: where its frame leads, and which of its attributes become the frame's query. */
export type Kind = {
  path: string
  /** The attribute that `data-loop-…="value"` stands for. */
  subject: 'gif' | 'q'
  /** Names of the query (`docs/contract.md`, Routes); the attribute is the same name with dashes. */
  options: readonly string[]
  /** The frame's title where the page gives none. */
  title: string
  /** What is kept free before anything is known, in px; 0 wide: as wide as there is room. */
  width: number
  height: number
}

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']

const WIDGET = [
  'type',
  'q',
  'related',
  'channel',
  'ids',
  'limit',
  'rating',
  'lang',
  'gutter',
  'columns',
  'borderRadius',
  'hideAttribution',
  'noLink',
  'tabIndex',
  'noResultsMessage',
  'user',
  'theme',
  ...UTM,
]

/** The elements by their names. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'loop-embed': {
    path: '/embed/',
    subject: 'gif',
    options: ['autoplay', 'theme', 'lang', ...UTM],
    title: 'GIF',
    width: 480,
    height: 270,
  },
  'loop-carousel': {
    path: '/widgets/carousel',
    subject: 'q',
    options: [...WIDGET, 'height'],
    title: 'GIFs',
    width: 0,
    height: 200,
  },
  'loop-grid': {
    path: '/widgets/grid',
    subject: 'q',
    options: WIDGET,
    title: 'GIFs',
    width: 0,
    height: 480,
  },
}

/** Attributes that shape the frame and never travel. */
const FRAME_ATTRIBUTES = [
  'gif',
  'width',
  'height',
  'ratio',
  'title',
  'loading',
  'sandbox',
  'credentialless',
  'facade',
  'poster',
]

/** What the query calls `height` is the tiles'; an element's own height is its frame's. */
const OTHERWISE: Readonly<Record<string, string>> = { height: 'tile-height' }

/** `noResultsMessage` is written `no-results-message` in HTML, `utm_source` is `utm-source`. */
export const attributeOf = (option: string): string =>
  OTHERWISE[option] ?? option.replace('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Every attribute that an element of this kind listens to. */
export const attributesOf = ({ options }: Kind): string[] => [
  ...new Set([...FRAME_ATTRIBUTES, ...options.map(attributeOf)]),
]
