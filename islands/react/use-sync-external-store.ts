/** What every React since 18 has of its own, under the name that a shim for older ones goes by. */
export { useSyncExternalStore } from 'react'
