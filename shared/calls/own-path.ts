import type { Call, UpstreamName } from './call.ts'

/** The prefix of an upstream's calls on our own host. A path that already has it stays unchanged. */
const PREFIX: Partial<Record<UpstreamName, string>> = { gateway: '/gateway', imaging: '/imaging' }

/** A call's path on our own host (`docs/contract.md`). */
export function ownPath({ upstream, path }: Pick<Call, 'upstream' | 'path'>): string {
  // Vimeo's own path would not say what it is.
  if (upstream === 'vimeo') return '/video/vimeo'
  const prefix = PREFIX[upstream] ?? ''
  return path.startsWith(`${prefix}/`) ? path : prefix + path
}
