import type { FunctionComponent } from 'react'
import { drawn, type IslandName, type Islands } from '../../islands/registry.ts'
import type { Strategy } from '../../islands/runtime/ready.ts'

type PropsOf<N extends IslandName> = Parameters<Islands[N]>[0]

type Props<N extends IslandName> = {
  name: N
  when: Strategy
  props: Omit<PropsOf<N>, 'model'>
  model: PropsOf<N>['model']
  /** The island's component, where it is not among those that every page knows. */
  component?: Islands[N]
  /** What the island will ask for first, to be fetched with its code. */
  fetches?: string
}

/** Renders an island in place; the page's root bears the props. */
export function Island<N extends IslandName>({ name, when, props, model, fetches, component }: Props<N>) {
  const known = drawn as Partial<Record<IslandName, FunctionComponent<never>>>
  const Component = (component ?? known[name]) as FunctionComponent<object & { model: unknown }> | undefined
  return (
    <div data-island={name} data-when={when === 'intent' ? undefined : when} data-fetches={fetches}>
      {Component && <Component {...props} model={model} />}
    </div>
  )
}
