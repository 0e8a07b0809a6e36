import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { altText } from '../../shared/gif/gif-texts.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import type { MenuItem, OpenMenu } from './gif-actions.ts'
import { nextInRow, type PickerPart } from './view-rows.tsx'

type Props = Pick<PickerPart, 'page' | 'model'>

/** The menu of a GIF, at its button. https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ */
export function GifMenu({ model, page }: Props) {
  useSignals()
  const menu = useRef<HTMLDivElement>(null)
  const open = model.menu.value
  useLayoutEffect(() => {
    if (open && menu.current) show(menu.current, open)
  }, [open])

  const onClick = () => {
    open?.from.focus()
    menu.current?.hidePopover()
  }
  return (
    <div
      ref={menu}
      className="picker-menu"
      role="menu"
      popover="auto"
      aria-label={open && actionsLabel(page, open)}
      onToggle={({ currentTarget }) => onToggle(currentTarget, model)}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {open?.items.map((item) => (
        <Item key={item.label} item={item} />
      ))}
    </div>
  )
}

// Escape and a press next to it close it too: by the browser.
function onToggle(menu: HTMLElement, model: Props['model']): void {
  if (menu.matches(':popover-open')) return
  const { activeElement } = document
  if (!activeElement || activeElement === document.body || menu.contains(activeElement))
    model.menu.value?.from.focus()
  model.menu.value = undefined
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  const all = [...currentTarget.children] as HTMLElement[]
  const next = nextInRow(key, all.indexOf(target as HTMLElement), all.length)
  if (key === 'Tab') currentTarget.hidePopover()
  else if (next !== undefined) all[next]?.focus()
  else if (key === ' ') (target as HTMLElement).click()
  else return
  event.preventDefault()
}

const actionsLabel = ({ texts }: Props['page'], { gif }: Pick<OpenMenu, 'gif'>) =>
  interpolate(texts.actions, { title: altText(gif) })

function Item({ item }: { item: MenuItem }) {
  const shared = { role: 'menuitem', tabIndex: -1, children: item.label }
  if ('act' in item) return <button type="button" {...shared} onClick={item.act} />
  return <a {...shared} href={item.href} target="_blank" rel="noopener" />
}

/** Of the frame's edge, in CSS pixels. */
const MARGIN_PX = 8

function show(menu: HTMLElement, { at }: OpenMenu): void {
  menu.showPopover()
  const { left, right, bottom } = at.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const x = Math.max(MARGIN_PX, Math.min(right - offsetWidth, innerWidth - offsetWidth - MARGIN_PX, left))
  const y = Math.max(MARGIN_PX, Math.min(bottom, innerHeight - offsetHeight - MARGIN_PX))
  menu.style.left = `${x}px`
  menu.style.top = `${y}px`
  ;(menu.firstElementChild as HTMLElement | null)?.focus()
}

type MoreProps = Props & Pick<OpenMenu, 'gif'> & { tabIndex: number }

/** The button of a tile for what else can be done with its GIF. */
export function MoreButton({ model, page, gif, tabIndex }: MoreProps) {
  useSignals()
  return (
    <button
      className="tile-more"
      type="button"
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-expanded={model.menu.value?.gif.id === gif.id}
      aria-label={actionsLabel(page, { gif })}
    />
  )
}
