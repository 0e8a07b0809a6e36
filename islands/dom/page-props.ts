/** What the page's root bears for its islands, read anew: for the few who need a field of it and are no island. */
export const pageProps = (root: HTMLElement): { id: string } => JSON.parse(root.dataset.props ?? '{}')
