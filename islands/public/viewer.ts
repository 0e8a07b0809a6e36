import { attempt } from '../dom/page.ts'

/** Where this browser keeps who is signed in: people's pages know it, and caches keep all others. */
const KEY = 'loopframe-viewer'

type Viewer = { id: string; name: string } | null | undefined

/** Who is signed in as far as this browser knows; the session may have ended since. */
export const keptViewer = (): Viewer => attempt(() => JSON.parse(localStorage.getItem(KEY) ?? ''))

/**
 * Names who is signed in in the link to their account. It is the last of its row, so that nothing moves.
 * @param told a viewer's JSON that was read meanwhile
 */
export function startNaming(told?: string): void {
  const link = document.querySelector<HTMLElement>('.me')
  const said = told ?? link?.dataset.viewer
  if (said) attempt(() => localStorage.setItem(KEY, said))
  const name = keptViewer()?.name
  if (link && name) link.textContent = name
}
