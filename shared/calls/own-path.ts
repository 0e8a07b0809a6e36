import type { Call, UpstreamName } from './call.ts'

/** Under which path of ours an upstream's calls are found. Paths that begin with it already stay as they are. */
const PREFIX: Partial<Record<UpstreamName, string>> = { gateway: '/gateway', imaging: '/imaging' }

/** Where a call is found on our own host (`docs/contract.md`). */
export function ownPath({ upstream, path }: Pick<Call, 'upstream' | 'path'>): string {
  // The one whose path there says nothing here.
  if (upstream === 'vimeo') return '/video/vimeo'
  const prefix = PREFIX[upstream] ?? ''
  return path.startsWith(`${prefix}/`) ? path : prefix + path
}
