/** An attribute without a value: present or not. */
export type Flag = boolean | ''

/** Attributes of every element, which shape its frame. Lengths are in pixels. */
export interface FrameAttributes {
  /** An embed grows to it at most; a widget fills it. */
  width?: number | string
  /** With the width, it sets an embed's ratio. */
  height?: number | string
  /** The frame's name for assistive technology; by default, the text inside the element. */
  title?: string
  /** `eager`: loads at once, not when it comes near the view. */
  loading?: 'eager' | 'lazy'
  /** Shows a button until it is pressed. The value is the button's verb. */
  facade?: Flag | string
  /** The address of the picture on that button; without a value, the still of the embedded library. */
  poster?: Flag | string
  /** The frame's sandbox; `allow-scripts` at least. */
  sandbox?: string
  /** For pages with a `Cross-Origin-Embedder-Policy`. */
  credentialless?: Flag
}

/** Of an embed. */
export interface GifAttributes {
  /** The ID, the slug, or the address of the item's page. */
  gif?: string
  /** `16/9` or `1.78`: as wide as its container, in this ratio. */
  ratio?: number | string
}

/** Of a picker. */
export interface PanelAttributes {
  /** Shows the picker in its place, not behind a button. */
  inline?: Flag
}
