/** §7: every SDK request names its client. */
export const SDK_HEADERS = {
  'X-GIPHY-SDK-PLATFORM': 'web',
  'X-GIPHY-SDK-NAME': 'JavascriptSDK',
  'X-GIPHY-SDK-VERSION': '1.0.0',
} as const
