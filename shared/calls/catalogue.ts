import type { Call, ServiceName } from './call.ts'
import { gatewayCalls } from './gateway.ts'
import { providerCalls } from './provider.ts'
import { imagingCalls, pingbackCalls, vimeoCalls } from './services.ts'
import { accountCalls, ownAccountCalls } from './site/account.ts'
import { channelCalls } from './site/channels.ts'
import { contentCalls } from './site/content.ts'
import { gifPageCalls } from './site/gif-pages.ts'
import { moderationCalls, ownModerationCalls } from './site/moderation.ts'
import { ownGifCalls } from './site/own-gifs.ts'
import { ownStaffCalls } from './site/staff.ts'
import { workerCalls } from './worker.ts'

/** Every call of the site (§7). */
export const siteCalls = {
  ...accountCalls,
  ...channelCalls,
  ...gifPageCalls,
  ...moderationCalls,
  ...contentCalls,
}

/** The calls of the embedded site beyond §7 (`docs/contract.md`): they exist where `SITE_URL` is empty. */
export const ownSiteCalls = {
  ...ownAccountCalls,
  ...ownGifCalls,
  ...ownModerationCalls,
  ...ownStaffCalls,
}

/** Every call of §7, by the service it goes to. */
export const catalogue = {
  provider: providerCalls,
  pingback: pingbackCalls,
  site: siteCalls,
  gateway: gatewayCalls,
  imaging: imagingCalls,
  vimeo: vimeoCalls,
} as const satisfies Record<ServiceName, Record<string, Call>>

/** Every call that `worker/proxy/` handles: those of §7 with credentials, the embedded site's, and those about the Worker. */
export const proxiedCalls = {
  ...siteCalls,
  ...gatewayCalls,
  ...imagingCalls,
  ...ownSiteCalls,
  ...workerCalls,
}
