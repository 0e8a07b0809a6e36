import { SHARE_TYPES, type ShareType } from '../../../shared/limits.ts'
import { firstTimes, readCookie } from '../../dom/page.ts'
import type { EmbedEvent } from '../../model/embed-model.ts'
import { postShare } from '../privacy.ts'
import { type Analytics, createAnalytics, type DataLayer } from './analytics.ts'
import { createDebugLog } from './debug-log.ts'
import { reportPageErrors } from './page-errors.ts'

const COPIES: Partial<Record<EmbedEvent, ShareType>> = { 'copy-link': 'link', 'copy-embed-code': 'embed' }

/** §9 What an event shares by; networks that are no share type are not counted. */
const shareTypeOf = (event: EmbedEvent, detail = ''): ShareType | undefined =>
  event === 'social' ? SHARE_TYPES.find((type) => type === detail.toLowerCase()) : COPIES[event]

/** Calls `post` for each way in which a page's GIF is shared, once. */
export function shareCounter(post: (type: ShareType) => void): (event: EmbedEvent, detail?: string) => void {
  const isFirst = firstTimes()
  return (event, detail) => {
    const type = shareTypeOf(event, detail)
    if (type && isFirst(type)) post(type)
  }
}

/** ms. What is counted waits for the check; one that takes longer says nothing. */
const PATIENCE_MS = 5000

/** §6 Tells the data layer who is signed in; never rejects. Without a session's cookie it asks nothing: a visitor is free. */
export async function sayWhoIsSignedIn(layer: DataLayer): Promise<void> {
  if (!readCookie('csrftoken')) return
  try {
    const response = await fetch('/login/check', { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.ok) layer.push(entryOf(await response.json()))
  } catch {
    // Where the answer is missing, analytics takes the visitor as signed out.
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

type ReportsWanted = {
  /** The web analytics service's id, empty where none is configured. */
  service: string
  /** Turns the error monitor on. */
  sampled: boolean
  /** Says in the console what is counted. */
  debug: boolean
  /** The id of the page's GIF, where what shares it is counted. */
  shared?: string | undefined
}

/** Starts counting; the page itself is the first view. */
export function startReports({ service, sampled, debug, shared }: ReportsWanted): Analytics {
  const log = debug ? createDebugLog() : () => {}
  const countShare = shared ? shareCounter((type) => postShare(type, shared)) : () => {}
  const errors = sampled ? reportPageErrors(window) : undefined
  window.dataLayer ??= []
  const layer = window.dataLayer
  // Until it is known who is counted, everything waits in its order.
  const isKnown = sayWhoIsSignedIn(layer)
  const analytics = createAnalytics({ layer, id: service })
  const pageView = (url: string) => {
    log('counted view', url)
    isKnown.then(() => analytics.pageView(url))
  }
  pageView(location.pathname)
  return {
    event(event, detail) {
      log('counted', event, detail ?? '')
      errors?.note(`${event} ${detail ?? ''}`)
      countShare(event, detail)
      isKnown.then(() => analytics.event(event, detail))
    },
    pageView,
    consent(granted) {
      log('consent', granted)
      isKnown.then(() => analytics.consent(granted))
    },
  }
}
