import type { ShareType } from '../../shared/limits.ts'

/** §7 The share-analytics call. It waits for nothing, bears no credentials, and what fails is not sent again. */
export function postShare(shareType: ShareType, gifId: string): void {
  fetch('/gateway/analytics/share', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ shareType, gifId }),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {})
}
