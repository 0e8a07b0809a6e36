import { gatewayCalls } from './gateway.ts'
import { imagingCalls, workerCalls } from './services.ts'
import { accountCalls, ownAccountCalls } from './site/account.ts'
import { backupCalls } from './site/backup.ts'
import { caseCalls } from './site/cases.ts'
import { channelCalls, ownChannelCalls } from './site/channels.ts'
import { ownFigureCalls } from './site/figures.ts'
import { hashCalls } from './site/hashes.ts'
import { ownListingCalls } from './site/listings.ts'
import { moderationCalls, ownModerationCalls } from './site/moderation.ts'
import { ownGifCalls } from './site/own-gifs.ts'
import { contentCalls, gifPageCalls, ownContentCalls } from './site/pages.ts'
import { settingsCalls } from './site/settings.ts'
import { ownStaffCalls } from './site/staff.ts'
import { transparencyCalls } from './site/transparency.ts'
import { webhookCalls } from './site/webhooks.ts'

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
  ...hashCalls,
  ...caseCalls,
  ...ownStaffCalls,
  ...ownContentCalls,
  ...ownListingCalls,
  ...ownChannelCalls,
  ...ownFigureCalls,
  ...transparencyCalls,
  ...webhookCalls,
  ...settingsCalls,
  ...backupCalls,
}

/** Every call that `worker/proxy/` handles: those of §7 with credentials, the embedded site's, and those about the Worker. */
export const proxiedCalls = {
  ...siteCalls,
  ...gatewayCalls,
  ...imagingCalls,
  ...ownSiteCalls,
  ...workerCalls,
}
