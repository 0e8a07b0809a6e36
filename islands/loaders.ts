import type { IslandName } from './registry.ts'

/** Every island's code behind an import of its own, so that a page fetches what it wakes. */
export const loaders: Record<IslandName, () => Promise<(props: never) => unknown>> = {
  'hover-footer': async () => (await import('./embed/hover-footer.tsx')).HoverFooter,
}
