import type { Page } from '@playwright/test'

/** A frame that speaks the contract's messages and nothing else; what it hears, it keeps in `window.heard`. */
const STUB = `<!doctype html><title>Frame</title><style>body{margin:0;background:#345}</style><script>
const query = new URLSearchParams(location.search)
const host = new URL(document.referrer).origin
window.heard = []
window.say = (type, more) => parent.postMessage({ source: 'loopframe', id: query.get('id'), type, ...more }, host)
addEventListener('message', ({ data, source, origin }) => {
  if (source === parent && origin === host) heard.push(data)
})
addEventListener('load', () => say('ready'))
</script>`

/** Answers the product's embeds and widgets with the stub. */
export const stubFrames = (page: Page) =>
  page.route(/\/(?:embed|widgets)\//, (route) =>
    route.fulfill({
      body: STUB,
      contentType: 'text/html',
      headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
    }),
  )
