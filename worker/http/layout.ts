/** Phones get the mobile page, everything else the desktop one (§1). */
export type Layout = 'desktop' | 'mobile'

// Flat alternations on a short text: a nested pattern on a long user agent costs 100 ms (`docs/threats.md`, T37).
const UA_MAX = 512
const PHONE = /mobi|iphone|ipod|iemobile|blackberry|opera mini/i
const TABLET = /ipad|tablet/i

/** Chooses by the client hint `Sec-CH-UA-Mobile`, else by the user agent. */
export function layoutOf(headers: Headers): Layout {
  if (headers.get('Sec-CH-UA-Mobile') === '?1') return 'mobile'
  const agent = (headers.get('User-Agent') ?? '').slice(0, UA_MAX)
  return PHONE.test(agent) && !TABLET.test(agent) ? 'mobile' : 'desktop'
}
