/** The props on the page's root, parsed again: for code outside islands that needs one field of them. */
export const pageProps = (root: HTMLElement): { id: string } => JSON.parse(root.dataset.props ?? '{}')

/** Calls back whenever the page may be about to go: hidden, closed, left, or its frame removed. */
export function onPageHide(leaving: () => void): void {
  addEventListener('pagehide', leaving)
  // Phones kill hidden pages without a further word: https://developer.chrome.com/docs/web-platform/page-lifecycle-api
  document.addEventListener('visibilitychange', () => document.hidden && leaving())
}
