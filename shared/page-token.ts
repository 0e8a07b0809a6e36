/**
 * T51: the token of our own page where the API needs keys: in a `<meta>` of its HTML, and in a field of each read. No header:
 * a frame without an origin would send a preflight first.
 */
export const PAGE_TOKEN = { meta: 'loopframe-page', field: 'page_token' } as const
