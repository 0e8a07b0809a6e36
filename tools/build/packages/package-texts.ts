/** The types of `loopframe`. */
export const LOADER_TYPES = `export type * from '@loopframe/types'

/**
 * Registers \`<loop-embed>\`, \`<loop-carousel>\`, \`<loop-grid>\`, \`<loop-picker>\`, and their \`data-loop-…\` forms. The first
 * call counts, further ones do nothing; on a server none does.
 * @param options.origin the address of your Loopframe, such as \`https://loop.example\`
 * @throws TypeError where it isn't the address of a website
 */
export declare function defineElements(options: { origin: string | URL }): void
`

/** JSX of the elements, for \`@loopframe/types/react\`. */
export const JSX_TYPES = `import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { LoopAttributeMap, LoopElement, LoopEventMap } from './index.js'

/** \`onloop-pick={(event) => …}\`: React listens to the events of custom elements by their own names. */
type Listeners = { [Name in keyof LoopEventMap as \`on\${Name}\`]?: (event: LoopEventMap[Name]) => void }

type Props<Attributes> = Omit<DetailedHTMLProps<HTMLAttributes<LoopElement>, LoopElement>, keyof Attributes> &
  Attributes &
  Listeners

type LoopElements = { [Tag in keyof LoopAttributeMap]: Props<LoopAttributeMap[Tag]> }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends LoopElements {}
  }
}
`

/** The entry of `@loopframe/react`: each component is a separate file, so that a page loads only those that it imports. */
export const REACT_ENTRY = `export { Carousel } from './carousel.js'
export { Gif } from './gif.js'
export { Grid } from './grid.js'
export { Picker } from './picker.js'
`

/** Its types: the props are those that the components are written against (`islands/react/props.ts`). */
export const REACT_TYPES = `import type { CarouselComponent, GifComponent, GridComponent, PickerComponent } from './props.js'

export type * from './props.js'

/** A row of tiles that scrolls sideways and goes on by itself. */
export declare const Carousel: CarouselComponent
/** One tile. */
export declare const Gif: GifComponent
/** Tiles in columns, with an error that can be retried. */
export declare const Grid: GridComponent
/** The picker of a Loopframe, framed. */
export declare const Picker: PickerComponent
`
