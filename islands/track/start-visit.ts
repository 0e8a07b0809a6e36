import { attempt } from '../dom/page.ts'
import { debugWanted } from './reports/debug-log.ts'
import { startReports } from './reports/start-reports.ts'

/** Where this browser keeps what its visitor has said. */
const KEY = 'loopframe-consent'

/**
 * Counts a public page as a view of its path (§2), and reports its errors (§9), as an embed does. Nothing leaves for the web
 * analytics service before the visitor agrees: in an embed its host asks, here a button in the footer does.
 * @param service the id of that service, if any
 * @param sampled whether errors are reported
 */
export function startVisit(service = '', sampled = false): void {
  const reports = startReports({ service, sampled, debug: debugWanted(location.search) })
  const button = document.querySelector<HTMLButtonElement>('[data-action="consent"]')
  if (!button) return
  const say = (isGranted: boolean) => {
    button.ariaPressed = String(isGranted)
    reports.consent(isGranted)
  }
  say(attempt(() => localStorage.getItem(KEY)) === 'on')
  button.hidden = false
  button.addEventListener('click', () => {
    const isGranted = button.ariaPressed !== 'true'
    say(isGranted)
    attempt(() => (isGranted ? localStorage.setItem(KEY, 'on') : localStorage.removeItem(KEY)))
  })
}
