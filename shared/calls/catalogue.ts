import type { Call, UpstreamName } from './call.ts'
import { gatewayCalls } from './gateway.ts'
import { imagingCalls } from './imaging.ts'
import { pingbackCalls } from './pingback.ts'
import { providerCalls } from './provider.ts'
import { accountCalls } from './site-account.ts'
import { channelCalls } from './site-channels.ts'
import { contentCalls } from './site-content.ts'
import { gifPageCalls } from './site-gif-pages.ts'
import { moderationCalls } from './site-moderation.ts'
import { vimeoCalls } from './vimeo.ts'

/** Every call of the site (§7). */
export const siteCalls = {
  ...accountCalls,
  ...channelCalls,
  ...gifPageCalls,
  ...moderationCalls,
  ...contentCalls,
}

/** Every call of §7, by the service it goes to. */
export const catalogue = {
  provider: providerCalls,
  pingback: pingbackCalls,
  site: siteCalls,
  gateway: gatewayCalls,
  imaging: imagingCalls,
  vimeo: vimeoCalls,
} as const satisfies Record<UpstreamName, Record<string, Call>>

/** Under which path of ours an upstream's calls are found. Paths that begin with it already stay as they are. */
const PREFIX: Partial<Record<UpstreamName, string>> = { gateway: '/gateway', imaging: '/imaging' }

/** Where a call is found on our own host (`contract.md`). */
export function ownPath({ upstream, path }: Pick<Call, 'upstream' | 'path'>): string {
  const prefix = PREFIX[upstream] ?? ''
  return path.startsWith(`${prefix}/`) ? path : prefix + path
}
