/** The root with what its host has been told already: by one module or the other, which do not know each other. */
type Told = HTMLElement & { told?: Set<string> }

/** Whether a host hears of this for the first time; what is no matter of once is told each time. */
export function onceTold(root: Told, type: string): boolean {
  if (type !== 'ready' && type !== 'seen') return true
  root.told ??= new Set()
  const isNew = !root.told.has(type)
  root.told.add(type)
  return isNew
}
