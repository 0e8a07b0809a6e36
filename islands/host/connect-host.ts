import type { Report } from '../model/embed-model.ts'
import type { HostedPage } from './host-messages.ts'

/** What a host may speak with, and what a visitor may do, before the code that listens is there. */
const KEPT = ['message', 'click']

/**
 * Connects a framed page with its host. The code for it comes behind the page's own, so that nobody waits for it; what is
 * said and done meanwhile is kept. The answer passes on what the model reports.
 */
export function connectHost(page: HostedPage): Report {
  const missed: Parameters<Report>[] = []
  let pass: Report = (...said) => missed.push(said)
  const early = [...page.early]
  const keep = (event: Event) => early.push(event)
  for (const type of KEPT) addEventListener(type, keep, true)
  const connected = (report: Report) => {
    for (const type of KEPT) removeEventListener(type, keep, true)
    pass = report
    for (const said of missed) pass(...said)
  }
  import('./host-messages.ts').then(
    ({ startHostMessages }) => connected(startHostMessages({ ...page, early })),
    // A page without it is as good to its visitor.
    () => connected(() => {}),
  )
  return (...said) => pass(...said)
}
