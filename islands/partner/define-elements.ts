import { attributesOf, ELEMENTS, type ElementDefinition } from './elements.ts'
import { loopFrame } from './loop-frame.ts'
import { createElement } from './parts.ts'

/** Registers the elements for the installation at the origin `base`, unless they are registered already. */
export function registerElements(base: string): void {
  // Where style sheets cannot be made by script, the links that the page wrote stay.
  if (customElements.get('loop-embed') || !('replaceSync' in CSSStyleSheet.prototype)) return
  for (const [tag, definition] of Object.entries(ELEMENTS)) {
    customElements.define(tag, loopFrame(definition, base))
  }
  followPlainElements()
}

const ANY = Object.keys(ELEMENTS)
  .map((tag) => `[data-${tag}]:not(form)`)
  .join()

/** `<div data-loop-embed="id" data-theme="dark">`: plain elements that show a frame, those that come later too. */
function followPlainElements(): void {
  const names = Object.entries(ELEMENTS).flatMap(([tag, definition]) => [tag, ...attributesOf(definition)])
  const options = { childList: true, subtree: true, attributeFilter: names.map((name) => `data-${name}`) }
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) dress(node)
  }).observe(document, options)
  dress(document)
}

function dress(node: Node): void {
  if (!(node instanceof Element || node instanceof Document)) return
  // A form's fields hide its methods, as names hide the document's.
  const { matches, querySelectorAll } = Element.prototype
  if (node instanceof HTMLElement && matches.call(node, ANY)) dressOne(node)
  // Records of a change name the changed element; only what is new can hold others.
  const within = node instanceof Document ? Document.prototype.querySelectorAll : querySelectorAll
  for (const element of within.call(node, ANY)) if (element instanceof HTMLElement) dressOne(element)
}

/** The frame lives in the element's shadow, so the element's own content is neither moved nor lost. */
function dressOne(host: HTMLElement): void {
  for (const [tag, definition] of Object.entries(ELEMENTS)) {
    if (!host.hasAttribute(`data-${tag}`)) continue
    const frame = host.shadowRoot?.querySelector<HTMLElement>(tag)
    if (frame) follow(host, frame, tag, definition)
    else if (!host.shadowRoot) {
      const made = createElement(tag)
      follow(host, made, tag, definition)
      made.append(createElement('slot'))
      host.attachShadow({ mode: 'open' }).append(made)
    }
  }
}

function follow(host: HTMLElement, frame: HTMLElement, tag: string, definition: ElementDefinition): void {
  for (const name of attributesOf(definition)) {
    const value = host.getAttribute(`data-${name === definition.subject ? tag : name}`)
    if (value === null) frame.removeAttribute(name)
    else if (value !== frame.getAttribute(name)) frame.setAttribute(name, value)
  }
}
