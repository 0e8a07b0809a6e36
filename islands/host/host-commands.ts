import type { WidgetModel } from '../model/widget-model.ts'
import type { HostCommands } from './host-port.ts'
import { shareForHost } from './share-for-host.ts'

/** What a host's wishes go to; it may speak before that is made. */
type Widget = () => { model: WidgetModel; tracking: { consent: (granted: boolean) => void } }

/** What a host may want of a widget (`docs/contract.md`); a field of a wrong shape is no command. */
export const hostCommands = (root: HTMLElement, widget: Widget): HostCommands => ({
  play: () => widget().model.setPaused(false),
  pause: () => widget().model.setPaused(true),
  stop: () => widget().model.setPaused(true),
  share: () => shareForHost(root, widget().model),
  consent({ granted }) {
    if (typeof granted === 'boolean') widget().tracking.consent(granted)
  },
})

/** The size of a carousel whose tiles have a height of their own, for a host that gives the frame its own; else none. */
export function rowSize(root: HTMLElement): { width: number; height: number } | undefined {
  const { rowHeight } = JSON.parse(root.dataset.props ?? '{}') as { rowHeight?: number }
  if (rowHeight === undefined) return undefined
  const extras = [...root.querySelectorAll<HTMLElement>(':scope > .extra')]
  return {
    width: innerWidth,
    height: extras.reduce((sum, { offsetHeight }) => sum + offsetHeight, rowHeight),
  }
}
