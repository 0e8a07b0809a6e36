/** The `package.json` of `dist/react`. */
export const reactPackage = (ours: { version: string | undefined; license: string | undefined }) => ({
  name: '@loopframe/react',
  ...ours,
  description: "Loopframe's Gif, Carousel, Grid and Picker for React",
  type: 'module',
  exports: {
    '.': { types: './loopframe.d.ts', default: './loopframe.js' },
    './style.css': './style.css',
  },
  types: './loopframe.d.ts',
  sideEffects: ['*.css'],
  peerDependencies: { react: '>=19' },
})

/** Its entry: each component is a separate file, so that a page loads only those that it imports. */
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
