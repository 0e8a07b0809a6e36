import type { Report } from '../model/embed-model.ts'
import type { HostedPage } from './host-messages.ts'

/** Events of the host, and of the visitor, that are kept until the code that handles them is there. */
const KEPT = ['message', 'click']

/** Connects a page with its host by code fetched after the page's own; events are kept meanwhile. The result passes events on. */
export function connectHost(page: HostedPage): Report {
  const missed: Parameters<Report>[] = []
  let pass: Report = (...event) => missed.push(event)
  const early = [...page.early]
  const keep = (event: Event) => early.push(event)
  for (const type of KEPT) addEventListener(type, keep, true)
  const connected = (report: Report) => {
    for (const type of KEPT) removeEventListener(type, keep, true)
    pass = report
    for (const event of missed) pass(...event)
  }
  import('./host-messages.ts').then(
    ({ startHostMessages }) => connected(startHostMessages({ ...page, early })),
    // A page without it is as good to its visitor.
    () => connected(() => {}),
  )
  return (...event) => pass(...event)
}
