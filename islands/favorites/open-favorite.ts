import { readCookie } from '../dom/read-cookie.ts'
import { keepFavorite, keptFavorites } from './kept-ids.ts'

/** The calls of the favorites of who is signed in. */
export const FAVORITES_PATH = '/api/v1/users/self/favorites'

/** ms. A call that takes longer has failed, so that the button can be pressed again. */
const PATIENCE_MS = 10_000

/** Where an item's favorite is stored, and whether it is one. `save` rejects with a `Full` or any other error. */
export type OpenFavorite = {
  place: 'browser' | 'account'
  favorite: boolean
  save: (favorite: boolean) => Promise<void>
}

/** There is no room for another favorite. */
export class Full extends Error {}

/**
 * Whether favorites can be kept here: on our own page, which no other site frames. Elsewhere a host could have a visitor press
 * what they do not see (T20), and storage is another one.
 */
export function isOwnPage(): boolean {
  try {
    return window.top?.location.origin === location.origin
  } catch {
    return false
  }
}

/** Where a frame of another site leads: the item's page, which keeps the favorite. */
export const keepHref = (id: string): string => `/gifs/${encodeURIComponent(id)}#favorite`

/** Finds out whose favorite an item would be: the account's for a visitor who is signed in, else this browser's. */
export async function openFavorite(id: string): Promise<OpenFavorite> {
  // Only a session comes with this cookie: a visitor costs no request.
  if (!readCookie('csrftoken')) return browserFavorite(id)
  const response = await callAccount('GET', id).catch(() => undefined)
  // The session has ended, or the site of these accounts has no favorites.
  if (response?.status === 401 || response?.status === 404) return browserFavorite(id)
  const stored: { favorite?: unknown } | undefined = response?.ok ? await response.json() : undefined
  return {
    place: 'account',
    favorite: stored?.favorite === true,
    save: (favorite) => saveToAccount(id, favorite),
  }
}

/** The favorite of this browser. */
export const browserFavorite = (id: string): OpenFavorite => ({
  place: 'browser',
  favorite: keptFavorites()?.includes(id) === true,
  async save(favorite) {
    const kept = keepFavorite(id, favorite)
    if (kept === 'full') throw new Full()
    if (kept === 'refused') throw new Error('This browser has no storage for us')
  },
})

/** Adds an item to the favorites of who is signed in, or removes it. @throws Full, or an error with any other failure */
export async function saveToAccount(id: string, favorite: boolean): Promise<void> {
  const { ok, status } = await callAccount(favorite ? 'PUT' : 'DELETE', id)
  if (status === 409) throw new Full()
  if (!ok) throw new Error(`The favorites answered ${status}`)
}

const callAccount = (method: 'GET' | 'PUT' | 'DELETE', id: string): Promise<Response> =>
  fetch(`${FAVORITES_PATH}/${encodeURIComponent(id)}`, {
    method,
    headers: { 'X-CSRFToken': readCookie('csrftoken') ?? '' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    // The button shows a press at once: leaving the page then must not take it back.
    keepalive: method !== 'GET',
  })
