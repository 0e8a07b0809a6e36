import { Kbd, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { AdminTexts } from '../../../shared/texts/admin/en.ts'
import { useAdmin } from '../admin-context.ts'
import { type PageKey, PageKeysContext } from './page-keys.ts'

/** Keys of every staff page. A list's rows handle theirs (`list.tsx`). */
const SHORTCUTS: readonly (readonly [keys: readonly string[], text: keyof AdminTexts['common']])[] = [
  [['J', '↓'], 'helpNext'],
  [['K', '↑'], 'helpPrevious'],
  [['Enter'], 'helpOpen'],
  [['/'], 'helpSearch'],
  [['?'], 'helpHelp'],
]

/** `?` shows the keys, the page's own among them, `/` goes to the search field, J and K enter a list from anywhere. */
export function ShortcutHelp({ children }: { children: ReactNode }) {
  const { common } = useAdmin().texts
  const [isOpen, setOpen] = useState(false)
  const [own, setOwn] = useState<readonly PageKey[]>([])
  const toggle = () => setOpen((was) => !was)
  useHotkeys([
    // With Shift or without, as the keyboard has these signs.
    ['?', toggle],
    ['shift+?', toggle],
    ['/', goToSearch],
    ['shift+/', goToSearch],
    ['j', goToRow],
    ['k', goToRow],
  ])
  return (
    <PageKeysContext value={setOwn}>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={common.help}>
        <dl className="admin-keys">
          {own.map(({ keys, text }) => (
            <Row key={text} keys={keys} text={text} />
          ))}
          {SHORTCUTS.map(([keys, text]) => (
            <Row key={text} keys={keys} text={common[text]} />
          ))}
        </dl>
      </Modal>
      {children}
    </PageKeysContext>
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

const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
const goToSearch = () => focusOn('#admin-page input[type=search]')
// A row that has the focus handles these keys itself.
const goToRow = () => {
  if (!document.activeElement?.matches('tr[data-row]')) focusOn('#admin-page tr[data-row]')
}
