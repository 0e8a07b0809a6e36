/** The page's root with the messages that went out already: two modules post them, and neither imports the other. */
type Root = HTMLElement & { sent?: Set<string> }

/** Whether a message may go out: `ready` and `seen` once in a page's life, any other each time. Remembers it as sent. */
export function isUnsent(root: Root, type: string): boolean {
  if (type !== 'ready' && type !== 'seen') return true
  root.sent ??= new Set()
  const isNew = !root.sent.has(type)
  root.sent.add(type)
  return isNew
}
