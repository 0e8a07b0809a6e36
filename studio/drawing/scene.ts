type SceneKind = 'gif' | 'text' | 'video'

type ExternalMedia = {
  provider_name: 'youtube' | 'vimeo'
  asset_uid: string
  start_time: number
  url: string
}

/** One loop of the seed library: its facts, and how to draw any moment of it. */
export type Scene = {
  slug: string
  title: string
  altText?: string
  type: SceneKind
  tags: string[]
  /** Each is "category/subcategory". */
  categories: string[]
  rating: 'g' | 'pg' | 'pg-13' | 'r'
  username?: string
  /** 0-100; the higher, the earlier among the trending. */
  trending: number
  width: number
  height: number
  frames: number
  delayMs: number
  /** The moment that its stills show, 0 to 1. */
  stillAt: number
  transparent?: boolean
  externalMedia?: ExternalMedia
  /** One SVG document of width x height for 0 <= t < 1; the picture at 1 is the picture at 0. */
  frame: (t: number) => string
}

type Defaults = 'type' | 'stillAt' | 'rating' | 'frames' | 'delayMs' | 'width' | 'height'
type Given = Omit<Scene, Defaults> & Partial<Pick<Scene, Defaults>>

/** A full-frame loop: 24 frames at 60 ms and 480x270 unless it says otherwise. */
export const gif = (scene: Given): Scene => ({
  type: 'gif',
  stillAt: 0.5,
  rating: 'g',
  frames: 24,
  delayMs: 60,
  width: 480,
  height: 270,
  ...scene,
})

/** A film of three seconds: 72 frames at 42 ms, 640x360. */
export const film = (scene: Given): Scene => ({
  type: 'video',
  stillAt: 0.5,
  rating: 'g',
  frames: 72,
  delayMs: 42,
  width: 640,
  height: 360,
  ...scene,
})
