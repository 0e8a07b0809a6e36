import { ELEMENT_OPTIONS } from '../../shared/widgets/element-options.data.ts'

/** One of the elements: the path of its frame, and which of its attributes become the frame's query. */
export type ElementDefinition = {
  path: string
  /** The attribute that `data-loop-…="value"` sets. */
  subject: 'gif' | 'q'
  /** The attributes that become the query. */
  options: readonly string[]
  /** The frame's default title. */
  title: string
  /** The size reserved before the frame reports its own, in px; a width of 0 is all the room there is. */
  width: number
  height: number
  /** It is a button that opens the frame, unless the element is `inline`. */
  opens?: true
}

const widget = (name: 'carousel' | 'grid' | 'picker', title: string, height: number): ElementDefinition => ({
  path: `/widgets/${name}`,
  subject: 'q',
  options: ELEMENT_OPTIONS[name],
  title,
  width: 0,
  height,
})

/** The elements by their names. */
export const ELEMENTS: Readonly<Record<string, ElementDefinition>> = {
  'loop-embed': {
    path: '/embed/',
    subject: 'gif',
    options: ELEMENT_OPTIONS.embed,
    title: 'GIF',
    width: 480,
    height: 270,
  },
  'loop-carousel': widget('carousel', 'GIFs', 200),
  'loop-grid': widget('grid', 'GIFs', 480),
  'loop-picker': { ...widget('picker', 'GIF', 440), opens: true },
}

/** Attributes that shape the frame and are not sent. */
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
  'inline',
] as const
export type FrameAttribute = (typeof FRAME_ATTRIBUTES)[number]

/** Every attribute that an element observes. */
export const attributesOf = ({ options }: ElementDefinition): string[] => [...FRAME_ATTRIBUTES, ...options]
