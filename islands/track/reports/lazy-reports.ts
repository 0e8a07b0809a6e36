import { isSampled } from './sampled.ts'
import type { Reports } from './start-reports.ts'

/** Reports come with the first that is made; where their code is missing, tracking goes on without them. */
export function lazyReports(service: string, debug: boolean): (use: (to: Reports) => void) => void {
  const sampled = isSampled(location.port, Math.random)
  let loading: Promise<Reports | undefined> | undefined
  const reports = async (use: (to: Reports) => void) => {
    loading ??= import('./start-reports.ts').then(
      ({ startReports }) => startReports({ service, sampled, debug }),
      () => undefined,
    )
    const to = await loading
    if (to) use(to)
  }
  // The error monitor and the debug log begin now, not with the first event.
  if (sampled || debug) reports(() => {})
  return reports
}
