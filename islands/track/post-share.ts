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
