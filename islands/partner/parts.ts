/**
 * What the script needs of its document, taken from the prototype: `<img name="createElement">` in a visitor's comment hides
 * the document's own. Window's names cannot be hidden so. https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag]
export function createElement(tag: string): HTMLElement
export function createElement(tag: string): HTMLElement {
  return Document.prototype.createElement.call(document, tag)
}

/** The script that runs, else the first that was loaded as this one is. */
export const ownScript = (): unknown =>
  Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get?.call(document) ??
  Document.prototype.querySelector.call(document, 'script[src*="/loopframe"]')

/** A button in place of a frame, until it is pressed; with a picture if the page names one. */
export function facade(poster: string, open: () => void): HTMLButtonElement {
  const button = createElement('button')
  button.part.add('facade')
  if (poster) button.append(posterOf(poster))
  button.append(createElement('span'))
  button.addEventListener('click', open)
  return button
}

/** Names the button by its verb and the frame's title; without a picture the title is visible. */
export function nameFacade(button: HTMLButtonElement, verb: string, title: string): void {
  button.ariaLabel = `${verb}: ${title}`
  const label = button.querySelector('span')
  if (label) label.textContent = title
}

function posterOf(src: string): HTMLImageElement {
  const image = new Image()
  image.part.add('poster')
  image.loading = 'lazy'
  image.alt = ''
  // If the picture fails to load, or the page's policy forbids it, the plain button stays.
  image.addEventListener('error', () => image.remove())
  image.src = src
  return image
}

/** The facade's style. The sign is drawn by CSS: no markup to parse, no picture to allow. */
export const FACADE_CSS = `
button{padding:0;overflow:hidden;cursor:pointer;background:#1c1a2b}
button:focus-visible{outline:3px solid #6d5efc;outline-offset:-3px}
img{width:100%;height:100%;object-fit:cover;display:block}
img~span{display:none}
span{position:absolute;inset:auto 12px 8px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:start;font:14px/1.5 system-ui;color:#fff}
button:before,button:after{content:"";position:absolute;inset:0;margin:auto}
button:before{width:56px;height:56px;border-radius:50%;background:#000b;box-shadow:0 0 0 2px #fff}
button:after{left:5px;width:18px;height:22px;background:#fff;clip-path:polygon(0 0,100% 50%,0 100%);forced-color-adjust:none}
button:is(:hover,:focus-visible):before{background:#6d5efc}
@media(forced-colors:active){button{border:1px solid}button:after{background:ButtonText}}`

/** Between button and panel, and to the window's edge, in px. */
const GAP_PX = 8

/** A button, and the panel that it opens: next to the button, or on a phone a sheet from below. */
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
