import { SDK_HEADERS } from '../../../shared/net/headers.ts'

/**
 * Posts a batch to our own host (§7), or to another of ours. Kept alive, so that it arrives though the tab is closed; a
 * frame without an origin sends a preflight first. Cookies go to our own origin alone, so that events of our pages have
 * their `logged_in_user_id` (§3). Of the response only its status is read: whether to try again.
 */
export async function postPingbacks(body: string, host = ''): Promise<void> {
  const { status } = await fetch(`${host}/v2/pingback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...SDK_HEADERS },
    body,
    keepalive: true,
  })
  if (status >= 429) throw status
}
