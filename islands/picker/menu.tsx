import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { altText } from '../../shared/gif/gif-texts.ts'
import { interpolate } from '../../shared/texts/interpolate.ts'
import type { MenuItem } from './gif-actions.ts'
import type { OpenMenu, PickerModel } from './picker-model.ts'
import type { PickerPageProps } from './picker-props.ts'
import { nextInRow } from './view-rows.tsx'

type Props = { model: PickerModel; texts: PickerPageProps['texts'] }

/** The menu of a GIF, at its button. https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ */
export function GifMenu({ model, texts }: Props) {
  useSignals()
  const menu = useRef<HTMLDivElement>(null)
  const open = model.menu.value
  useLayoutEffect(() => {
    if (open && menu.current) show(menu.current, open)
  }, [open])

  // Escape and a press next to it close it too: by the browser.
  const onToggle = () => {
    if (!menu.current || menu.current.matches(':popover-open')) return
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || menu.current.contains(activeElement))
      model.menu.value?.from.focus()
    model.menu.value = undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    const all = [...(menu.current?.children ?? [])] as HTMLElement[]
    const next = nextInRow(key, all.indexOf(target as HTMLElement), all.length)
    if (key === 'Tab') menu.current?.hidePopover()
    else if (next !== undefined) all[next]?.focus()
    else if (key === ' ') (target as HTMLElement).click()
    else return
    event.preventDefault()
  }
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
      aria-label={open && actionsLabel(texts, open)}
      onToggle={onToggle}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {open?.items.map((item) => (
        <Item key={item.label} item={item} />
      ))}
    </div>
  )
}

const actionsLabel = (texts: Props['texts'], { gif }: Pick<OpenMenu, 'gif'>) =>
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
export function MoreButton({ model, texts, gif, tabIndex }: MoreProps) {
  useSignals()
  return (
    <button
      className="tile-more"
      type="button"
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-expanded={model.menu.value?.gif.id === gif.id}
      aria-label={actionsLabel(texts, { gif })}
    />
  )
}
