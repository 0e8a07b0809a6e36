/** Why something is reported, and its words. */
export const REASONS = [
  ['sexual', 'reportSexual'],
  ['violence', 'reportViolence'],
  ['hate', 'reportHate'],
  ['harassment', 'reportHarassment'],
  ['self-harm', 'reportSelfHarm'],
  ['illegal', 'reportIllegal'],
  ['copyright', 'reportCopyright'],
  ['spam', 'reportSpam'],
  ['other', 'reportOther'],
] as const

/** What a claim is about, and its words. */
export const CLAIM_KINDS = [
  ['copyright', 'claimCopyright'],
  ['privacy', 'claimPrivacy'],
  ['law', 'claimLaw'],
] as const
