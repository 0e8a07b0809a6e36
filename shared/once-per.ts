/**
 * A pure function of an object that nobody changes, computed once for each: the result is forgotten with the object.
 * For what every request would else work out anew from the same cached answer.
 */
export function oncePer<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>()
  return (key) => {
    const found = known.get(key)
    if (found) return found.value
    const value = compute(key)
    known.set(key, { value })
    return value
  }
}
