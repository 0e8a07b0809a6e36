import { createElement, type FunctionComponent } from 'react'
import { type IslandName, islands } from '../../islands/registry.ts'
import type { Strategy } from '../../islands/runtime/ready.ts'
import { assets } from './assets.ts'

type PropsOf<N extends IslandName> = Parameters<(typeof islands)[N]>[0]

type Props<N extends IslandName> = {
  name: N
  when: Strategy
  props: Omit<PropsOf<N>, 'model'>
  model: PropsOf<N>['model']
}

/** Renders an island in place and leaves behind what the browser needs to wake it: its props and its modules. */
export function Island<N extends IslandName>({ name, when, props, model }: Props<N>) {
  return (
    <div
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      data-modules={assets.islands[name].join(' ')}
    >
      {createElement(islands[name] as FunctionComponent<object>, { ...props, model })}
    </div>
  )
}
