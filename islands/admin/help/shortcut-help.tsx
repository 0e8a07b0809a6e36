import { Kbd, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import type { AdminPageName } from '../../../shared/admin/admin-pages.ts'
import { useAdmin } from '../admin-context.ts'
import { usePageKeys } from '../parts/use-page-keys.ts'
import { type Shortcut, shortcutsOf } from './shortcuts.ts'

/** `?` shows the page's keys, `/` goes to its search field, J and K enter its list from anywhere. */
export function ShortcutHelp({ page }: { page: AdminPageName }) {
  const { texts, role } = useAdmin()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen((was) => !was)
  useHotkeys([
    // With Shift or without, as the keyboard has this sign.
    ['?', toggle],
    ['shift+?', toggle],
  ])
  usePageKeys([
    ['/', goToSearch],
    ['shift+/', goToSearch],
    ['j', goToRow],
    ['k', goToRow],
  ])
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.common.help}>
      <dl className="admin-keys">
        {shortcutsOf(page, role, texts).map((shortcut) => (
          <Row key={shortcut.text} {...shortcut} />
        ))}
      </dl>
    </Modal>
  )
}

const Row = ({ keys, text }: Shortcut) => (
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
