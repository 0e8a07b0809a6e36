import { Kbd, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AdminTexts } from '../../../shared/texts/admin/en.ts'
import { useAdmin } from '../admin-context.ts'

/** Keys of every staff page. A list's rows handle theirs (`list.tsx`). */
const SHORTCUTS: readonly (readonly [keys: readonly string[], text: keyof AdminTexts['common']])[] = [
  [['J', '↓'], 'helpNext'],
  [['K', '↑'], 'helpPrevious'],
  [['Enter'], 'helpOpen'],
  [['/'], 'helpSearch'],
  [['?'], 'helpHelp'],
]

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** `?` shows the keys, `/` goes to the search field, J and K enter a list from anywhere. */
export function ShortcutHelp() {
  const { common } = useAdmin().texts
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || event.defaultPrevented) return
      const act = ACTS[event.key]
      if (event.key === '?') setOpen((was) => !was)
      else if (!act?.()) return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={common.help}>
      <dl className="admin-keys">
        {SHORTCUTS.map(([keys, text]) => (
          <Row key={text} keys={keys} text={common[text]} />
        ))}
      </dl>
    </Modal>
  )
}

const Row = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <>
    <dt>
      {keys.map((key) => (
        <Kbd key={key} mr={4}>
          {key}
        </Kbd>
      ))}
    </dt>
    <dd>{text}</dd>
  </>
)

const ACTS: Readonly<Record<string, () => boolean>> = {
  '/': () => focusOn('#admin-page input[type=search]'),
  j: () => focusOn('#admin-page tr[data-row]'),
  k: () => focusOn('#admin-page tr[data-row]'),
}

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  return found !== null
}
