import type { FunctionComponent } from 'react'
import { ISLANDS, type IslandName } from '../../islands/manifest.ts'

type Props<P extends object, M> = {
  name: IslandName
  /** Omitted for an island that is empty until it hydrates: the Worker then does not contain its code. */
  component?: FunctionComponent<P & { model: M }>
  /** The page's props, which all its islands share. */
  props: P
  model: M
  /** The address that the island fetches first, so that it is fetched with the island's code. */
  fetches?: string
}

/** Renders an island (`islands/manifest.ts`) and the element that it hydrates. */
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
