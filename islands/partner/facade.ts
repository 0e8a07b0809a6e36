import { createElement } from './own-document.ts'

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
