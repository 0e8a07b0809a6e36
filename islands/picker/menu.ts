import { newElement } from '../dom/new-element.ts'
import { nextInRow } from './rove.ts'

/** One thing that can be done: by a press, or by following a link. */
export type MenuItem = { label: string; act: () => void } | { label: string; href: string }

/** Of the frame's edge, in CSS pixels. */
const MARGIN_PX = 8

/**
 * A menu that opens at a button. https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 * @returns opens it for a button with these items; the focus goes back to `from` when it closes
 */
export function startMenu(root: HTMLElement) {
  const menu = newElement('div', { class: 'picker-menu', role: 'menu', popover: 'auto' })
  root.append(menu)
  let button: HTMLElement | undefined
  let from: HTMLElement | undefined
  const items = () => [...menu.children] as HTMLElement[]

  // Escape and a press beside it close it too: by the browser.
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'open') return
    if (button) button.ariaExpanded = 'false'
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || menu.contains(activeElement)) from?.focus()
  })
  menu.addEventListener('keydown', (event) => {
    const { key, target } = event
    const all = items()
    const next = nextInRow(key, all.indexOf(target as HTMLElement), all.length)
    if (key === 'Tab') menu.hidePopover()
    else if (next !== undefined) all[next]?.focus()
    else if (key === ' ') (target as HTMLElement).click()
    else return
    event.preventDefault()
  })
  menu.addEventListener('click', () => {
    from?.focus()
    menu.hidePopover()
  })

  return (at: HTMLElement, label: string, entries: readonly MenuItem[], back: HTMLElement = at) => {
    button = at
    from = back
    menu.ariaLabel = label
    menu.replaceChildren(...entries.map(itemOf))
    menu.showPopover()
    at.ariaExpanded = 'true'
    const { left, right, bottom } = at.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = menu
    const x = Math.max(MARGIN_PX, Math.min(right - offsetWidth, innerWidth - offsetWidth - MARGIN_PX, left))
    const y = Math.max(MARGIN_PX, Math.min(bottom, innerHeight - offsetHeight - MARGIN_PX))
    menu.style.left = `${x}px`
    menu.style.top = `${y}px`
    items()[0]?.focus()
  }
}

function itemOf(item: MenuItem): HTMLElement {
  const shared = { role: 'menuitem', tabindex: '-1' }
  const element =
    'href' in item
      ? newElement('a', { ...shared, href: item.href, target: '_blank', rel: 'noopener' })
      : newElement('button', { ...shared, type: 'button' })
  element.textContent = item.label
  if ('act' in item) element.addEventListener('click', item.act)
  return element
}
