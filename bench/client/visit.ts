import { setTimeout as pause } from 'node:timers/promises'
import type { BenchBrowser } from './browser.ts'
import type { Session } from './cdp.ts'

const WINDOW = { width: 1350, height: 940 }
const LOAD_MS = 30_000

/** The throttling of the visitor's device and line; none by default. */
type Device = { cpuRate: number; latencyMs: number; bytesPerSecond: number }

/** `docs/measurements.md`, M39: CPU 4x, 1.6 Mbps down, 150 ms. */
export const SLOW: Device = { cpuRate: 4, latencyMs: 150, bytesPerSecond: 1.6e6 / 8 }

type Attached = { sessionId: string; targetInfo: { type: string } }

/** A page that is loaded, the sessions of its cross-site frames in the order they came, and a function that closes it. */
export type Visit = { page: Session; frames: Session[]; leave: () => Promise<void> }

/** A visitor's profile: storage and cache of its own. */
export async function newProfile({ root }: BenchBrowser) {
  const { browserContextId } = await root.send<{ browserContextId: string }>('Target.createBrowserContext')
  return { browserContextId, dispose: () => root.send('Target.disposeBrowserContext', { browserContextId }) }
}

async function slowDown(session: Session, { cpuRate, latencyMs, bytesPerSecond }: Device): Promise<void> {
  const line = {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  }
  await Promise.all([
    session.send('Network.enable'),
    session.send('Network.emulateNetworkConditions', line),
    session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate }),
  ])
}

/**
 * Opens a page in a profile and waits until it has loaded, and `settleMs` more. Each frame is paused until its
 * meters run, so that everything is measured; times are of the thread, not of the clock. `without`: types of pictures that
 * the frames do not know.
 */
export async function visit(
  browser: BenchBrowser,
  browserContextId: string,
  url: string,
  { device, settleMs, without = [] }: { device?: Device; settleMs: number; without?: readonly string[] },
): Promise<Visit> {
  const { root, sessionOf } = browser
  const { targetId } = await root.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    browserContextId,
    ...WINDOW,
  })
  const { sessionId } = await root.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  const page = sessionOf(sessionId)
  const frames: Session[] = []

  // All commands are sent at once: a paused frame handles them in order as soon as it resumes.
  page.on<Attached>('Target.attachedToTarget', ({ sessionId: id, targetInfo }) => {
    const frame = sessionOf(id)
    const prepared: Promise<unknown>[] = []
    if (targetInfo.type === 'iframe') {
      frames.push(frame)
      if (device) prepared.push(slowDown(frame, device))
      if (without.length > 0)
        prepared.push(frame.send('Emulation.setDisabledImageTypes', { imageTypes: without }))
      prepared.push(frame.send('Performance.enable', { timeDomain: 'threadTicks' }))
    }
    prepared.push(frame.send('Runtime.runIfWaitingForDebugger'))
    Promise.all(prepared).catch((error) => console.error('a frame was not prepared', error))
  })
  await page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
  if (device) await slowDown(page, device)
  await page.send('Page.enable')
  const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()))
  await page.send('Page.navigate', { url })
  await Promise.race([loaded, pause(LOAD_MS, undefined, { ref: false })])
  await pause(settleMs)
  return { page, frames, leave: () => root.send('Target.closeTarget', { targetId }).then(() => {}) }
}
