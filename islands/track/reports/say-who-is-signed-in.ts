import { readCookie } from '../../dom/read-cookie.ts'
import type { DataLayer } from './data-layer.ts'

/** ms. What is counted waits for the check; one that takes longer says nothing. */
const PATIENCE_MS = 5000

/**
 * §6 Tells the page's data layer whether somebody is signed in, and then their id, verified status and type. The browser
 * asks, because caches share the page. Without the cookie that comes with a session nothing is asked or told: a visitor
 * costs no request, and a frame on another site has no such cookie. It never rejects.
 */
export async function sayWhoIsSignedIn(layer: DataLayer): Promise<void> {
  if (!readCookie('csrftoken')) return
  try {
    const response = await fetch('/login/check', { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.ok) layer.push(entryOf(await response.json()))
  } catch {
    // Whoever cannot be asked about is nobody to analytics.
  }
}

type LoginCheck = {
  logged_in?: unknown
  user?: { id?: unknown; is_verified?: unknown; user_type?: unknown } | null
} | null

function entryOf(said: LoginCheck): Record<string, unknown> {
  const { id, is_verified, user_type } = said?.user ?? {}
  if (said?.logged_in !== true || !id) return { userLoggedIn: false }
  return {
    userLoggedIn: true,
    userId: String(id),
    userVerified: is_verified === true,
    ...(typeof user_type === 'string' && user_type && { userType: user_type }),
  }
}
