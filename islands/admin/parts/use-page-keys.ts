import { useHotkeys } from '@mantine/hooks'

/**
 * Keys of a page. They rest while a dialog is open, which hides what they would change, and where a part of the page has
 * taken the key already.
 */
export const usePageKeys = (keys: readonly (readonly [key: string, press: () => void])[]) =>
  useHotkeys(
    keys.map(([key, press]) => [
      key,
      (event) => {
        if (event.defaultPrevented || document.querySelector('[role=dialog]')) return
        event.preventDefault()
        press()
      },
      { preventDefault: false },
    ]),
  )
