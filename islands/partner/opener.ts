import { createElement } from './own-document.ts'

/** Between button and panel, and to the window's edge, in px. */
const GAP_PX = 8

/** A button, and the panel that it opens: beside the button, or on a phone a sheet from below. */
export function opener(label: Node, onOpen: () => void) {
  const button = createElement('button')
  const panel = createElement('div')
  button.type = 'button'
  button.part.add('button')
  button.append(label)
  panel.part.add('panel')
  panel.popover = 'auto'
  button.popoverTargetElement = panel
  panel.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'open') return
    const { left, top, bottom } = button.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = panel
    const below = bottom + GAP_PX
    const isRoomy = below + offsetHeight < innerHeight
    panel.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - offsetWidth - GAP_PX))}px`
    panel.style.top = `${isRoomy ? below : Math.max(GAP_PX, top - GAP_PX - offsetHeight)}px`
    onOpen()
  })
  return { button, panel }
}

/** The style of both, with the panel's size as CSS lengths. */
export const openerCss = (
  width: string,
  height: string,
) => `:host{display:inline-block}:host([hidden]){display:none}
button{min-width:44px;min-height:36px;padding:4px 12px;border:1px solid;border-radius:18px;background:none;color:inherit;font:inherit;cursor:pointer}
button:focus-visible{outline:3px solid #6d5efc}
div{position:fixed;inset:auto;width:min(${width},100vw - 16px);height:min(${height},100dvh - 16px);margin:0;padding:0;border:0;overflow:hidden;border-radius:16px;background:Canvas;box-shadow:0 8px 40px #0006}
iframe{display:block;width:100%;height:100%;border:0}
@media(width<500px){div{inset:auto 0 0!important;width:100%;height:min(75dvh,${height});border-radius:16px 16px 0 0}}`
