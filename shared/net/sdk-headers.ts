/** §7: every SDK request names its client. */
export const SDK_HEADERS = {
  'X-GIPHY-SDK-PLATFORM': 'web',
  'X-GIPHY-SDK-NAME': 'JavascriptSDK',
  'X-GIPHY-SDK-VERSION': '1.0.0',
} as const

/** What pages of other sites send to the API beside those of the SDK: with it, a browser asks before it sends. */
export const CLIENT_HEADERS = ['Content-Type', 'X-Requested-With'] as const
