/** The props on the page's root, parsed anew: for code that is no island and needs one field of them. */
export const pageProps = (root: HTMLElement): { id: string } => JSON.parse(root.dataset.props ?? '{}')
