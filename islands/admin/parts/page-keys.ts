import { useHotkeys } from '@mantine/hooks'
import { createContext, use, useEffect } from 'react'

/** A key of a page, as its help names it. */
export type PageKey = { keys: readonly string[]; text: string }

/** Takes the keys that the open page has beside those of every page. */
export const PageKeysContext = createContext<(keys: readonly PageKey[]) => void>(() => {})

/** Handles a page's own key, and lists it in the help of the page. */
export function usePageKey(key: string, text: string, press: () => void): void {
  const list = use(PageKeysContext)
  useHotkeys([[key, press]])
  useEffect(() => {
    list([{ keys: [key.toUpperCase()], text }])
    return () => list([])
  }, [list, key, text])
}
