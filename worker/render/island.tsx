import type { FunctionComponent } from 'react'
import { ISLANDS, type IslandName } from '../../islands/manifest.ts'

type Props<P extends object, M> = {
  name: IslandName
  /** Absent where the island has nothing to show before it wakes: its place is empty, and its code stays out. */
  component?: FunctionComponent<P & { model: M }>
  /** Those that the page's root has for all its islands. */
  props: P
  model: M
  /** The address that the island fetches first, so that it is fetched with the island's code. */
  fetches?: string
}

/** Renders an island in place (`islands/manifest.ts`). */
export function Island<P extends object, M>({
  name,
  component: Component,
  props,
  model,
  fetches,
}: Props<P, M>) {
  const { wakes } = ISLANDS[name]
  return (
    <div data-island={name} data-when={wakes === 'intent' ? undefined : wakes} data-fetches={fetches}>
      {Component && <Component {...props} model={model} />}
    </div>
  )
}
