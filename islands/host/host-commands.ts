import { isRoomy } from '../dom/is-roomy.ts'
import type { HostCommands } from './host-port.ts'

type Page = {
  root: HTMLElement
  /** A command may come before the model is made. */
  model: () => { setPaused: (to: boolean) => void; openShare: () => void }
  /** Hands on what the host says of the visitor's consent to web analytics. */
  consent: (granted: boolean) => void
}

/** The commands that every page takes (`docs/contract.md`); with a field of a wrong shape nothing is done. */
export const hostCommands = ({ root, model, consent }: Page): HostCommands => ({
  play: () => model().setPaused(false),
  pause: () => model().setPaused(true),
  share() {
    // §2 There is a share menu only on a desktop, and only where the frame has room for it.
    if (root.dataset.layout !== 'desktop' || !isRoomy()) return
    model().openShare()
    // Islands hydrate on a visitor's intent; the host's command counts as one.
    root.dispatchEvent(new Event('touchstart'))
  },
  consent({ granted }) {
    if (typeof granted === 'boolean') consent(granted)
  },
})
