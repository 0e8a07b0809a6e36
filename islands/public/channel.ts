import { attempt } from '../dom/page.ts'
import { keptViewer } from './viewer.ts'

/** A channel's page is one for all visitors: whether its person is followed is asked by who is signed in alone. */
async function showFollowed(link: HTMLElement): Promise<void> {
  const viewer = keptViewer()
  const { owner } = link.dataset
  if (!viewer) return
  if (viewer.id === owner) return link.setAttribute('data-own', '')
  const response = await fetch('/users/self/follows')
  const { results } = (await response.json()) as { results: { id: string }[] }
  link.toggleAttribute('data-following', response.ok && results.some(({ id }) => String(id) === owner))
}

const link = document.querySelector<HTMLElement>('.follow')
if (link) attempt(() => showFollowed(link).catch(() => {}))
