import { HoverFooter } from './embed/hover-footer.tsx'

/** Every island by the name that the page's markup bears; the Worker renders from here, the browser from `loaders.ts`. */
export const islands = {
  'hover-footer': HoverFooter,
}

export type IslandName = keyof typeof islands
