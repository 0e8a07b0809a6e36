import { attempt, readCookie } from '../dom/page.ts'

const ID = /^\w{1,64}$/

/** The ids in this browser's storage under a key, newest first; undefined where it has no storage for us (F21): reading it throws. */
function storedIds(key: string, max: number): string[] | undefined {
  const text = attempt(() => localStorage.getItem(key) ?? '[]')
  if (text === undefined) return undefined
  // Any page of this host may have written it: only ids are read from it.
  const stored: unknown = attempt(() => JSON.parse(text))
  if (!Array.isArray(stored)) return []
  const ids = stored.filter((id): id is string => typeof id === 'string' && ID.test(id))
  return [...new Set(ids)].slice(0, max)
}

/** Stores ids under a key; 'refused' where there is no storage. */
const storeIds = (key: string, ids: readonly string[]): 'kept' | 'refused' =>
  attempt(() => {
    localStorage.setItem(key, JSON.stringify(ids))
    return 'kept'
  }) ?? 'refused'

/** The favorites of a browser: ids in its own storage, newest first. A visitor needs no account for them. */
const FAVORITES_KEY = 'loopframe-favorites'

/** How many a browser keeps. Beyond them nothing is replaced: a site that sends visitors to our pages could empty the list. */
export const MAX_KEPT = 200

/** The ids that this browser keeps; undefined where it has no storage for us (F21). */
export const keptFavorites = (): string[] | undefined => storedIds(FAVORITES_KEY, MAX_KEPT)

/** Keeps an item in this browser, or no longer; 'full' where there is no room for it. */
export function keepFavorite(id: string, favorite: boolean): 'kept' | 'refused' | 'full' {
  const ids = keptFavorites()
  if (!ids) return 'refused'
  const others = ids.filter((each) => each !== id)
  if (favorite && others.length >= MAX_KEPT) return 'full'
  return storeIds(FAVORITES_KEY, favorite ? [id, ...others] : others)
}

const RECENT_KEY = 'loopframe-recent'

/** How many a browser remembers; the oldest go. */
export const MAX_RECENT = 50

// Where there is no storage (F21), as in a sandbox, they last as long as the page.
let onPage: readonly string[] = []

/** The ids of what was picked in this browser, the last one first. */
export const recentIds = (): readonly string[] => storedIds(RECENT_KEY, MAX_RECENT) ?? onPage

/** Remembers what was picked. */
export function remember(id: string): void {
  onPage = [id, ...recentIds().filter((each) => each !== id)].slice(0, MAX_RECENT)
  storeIds(RECENT_KEY, onPage)
}

/** What a control of favorites says. `press` is for who was sent to it and has to press it. */
export type FavoriteWords = Record<'added' | 'kept' | 'removed' | 'failed' | 'full' | 'press', string>

type Toggle = {
  button: HTMLButtonElement
  stored: OpenFavorite
  words: FavoriteWords
  /** Takes what to say of each change, and of one that was refused. */
  say: (text: string, favorite: boolean) => void
}

/** §4 Makes a button an item's favorite: shows each press at once, and takes it back if refused. Gives the way to do the same. */
export function startFavoriteToggle({
  button,
  stored,
  words,
  say,
}: Toggle): (favorite: boolean) => Promise<void> {
  let favorite = stored.favorite
  let isBusy = false
  const show = (next: boolean) => {
    favorite = next
    button.setAttribute('aria-pressed', String(next))
  }
  const set = async (next: boolean) => {
    // One request at a time: a response then always belongs to the last press.
    if (isBusy || next === favorite) return
    isBusy = true
    show(next)
    button.toggleAttribute('data-active', next)
    say(next ? (stored.place === 'browser' ? words.kept : words.added) : words.removed, next)
    await stored.save(next).catch((error) => {
      show(!next)
      say(error instanceof Full ? words.full : words.failed, !next)
    })
    isBusy = false
  }
  show(favorite)
  button.disabled = false
  button.addEventListener('click', () => set(!favorite))
  button.addEventListener('animationend', () => button.removeAttribute('data-active'))
  return set
}

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

/** Whether favorites can be kept here: elsewhere a host could have a visitor press unseen (T20), and storage is another one. */
export const isOwnPage = (): boolean =>
  attempt(() => window.top?.location.origin === location.origin) === true

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
