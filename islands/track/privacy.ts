import type { ShareType } from '../../shared/limits.ts'

/** §7 The share-analytics call. It is not waited for, has no credentials, and is not sent again where it fails. */
export function postShare(shareType: ShareType, gifId: string): void {
  fetch('/gateway/analytics/share', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ shareType, gifId }),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {})
}

/** Global Privacy Control is not in TypeScript's DOM yet: https://w3c.github.io/gpc/ */
type Wishes = { globalPrivacyControl?: boolean; doNotTrack?: string | null }

/** What the visitor's browser says in his name. */
export const visitorObjects = (wishes: Wishes = navigator): boolean =>
  wishes.globalPrivacyControl === true || wishes.doNotTrack === '1'

/** Tracking is on where the page says so (`TRACKING`), and the visitor's browser does not object. Touches no storage. */
export const trackingAllowed = (root: Element, wishes: Wishes = navigator): boolean =>
  root.hasAttribute('data-tracking') && !visitorObjects(wishes)
