import type { Analytics } from './analytics.ts'
import { isSampled } from './sampled.ts'

/** Loads the code of reports with the first one. `shared` is the id of the page's GIF, where what shares it is counted. */
export function lazyReports(
  service: string,
  debug: boolean,
  shared?: string,
): (use: (to: Analytics) => void) => void {
  const sampled = isSampled(location.port, Math.random)
  let loading: Promise<Analytics | undefined> | undefined
  const reports = async (use: (to: Analytics) => void) => {
    loading ??= import('./start-reports.ts').then(
      ({ startReports }) => startReports({ service, sampled, debug, shared }),
      () => undefined,
    )
    const to = await loading
    if (to) use(to)
  }
  // The error monitor and the debug log begin now, not with the first event.
  if (sampled || debug) reports(() => {})
  return reports
}
