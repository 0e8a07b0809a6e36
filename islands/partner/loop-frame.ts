import { type HostMessage, SOURCE } from '../host/protocol.ts'
import type { LoopElement, LoopEventMap } from './element-types.ts'
import { attributesOf, type ElementDefinition } from './elements.ts'
import {
  frameCss,
  frameKey,
  frameUrl,
  gifSlug,
  newFrame,
  originOf,
  panelSize,
  readMessage,
  type Said,
  saidSize,
} from './frame.ts'
import { createElement, FACADE_CSS, facade, nameFacade, opener, openerCss } from './parts.ts'

const CSS = `:host([hidden]){display:none}
iframe,button{position:absolute;inset:0;width:100%;height:100%;border:0;border-radius:inherit}
:is(iframe,button)~slot{display:none}${FACADE_CSS}`

let count = 0

// A server has no elements, and may import the package.
const Base: typeof HTMLElement = Reflect.get(globalThis, 'HTMLElement') ?? Object

/** An element that shows a frame. Without a GIF, or in an old browser, its own content stays. */
class LoopFrame extends Base implements LoopElement {
  readonly #definition: ElementDefinition
  readonly #base: string
  readonly #id = `l${++count}`
  readonly #sheet = new CSSStyleSheet()
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #slot = createElement('slot')
  #frame: HTMLIFrameElement | undefined
  #panel: HTMLElement | undefined
  #key = ''
  #said: Said | undefined
  #consent: HostMessage | undefined
  #waiting: HostMessage[] = []
  #isReady = false
  #isOpen = false
  #isChanging = false

  constructor(definition: ElementDefinition, base: string) {
    super()
    this.#definition = definition
    this.#base = base
    this.#root.adoptedStyleSheets = [this.#sheet]
    this.#root.append(this.#slot)
    // The parser brings the content after the element, and its text later still: only then can it name the frame.
    this.#slot.addEventListener('slotchange', () => this.#name())
    addEventListener('DOMContentLoaded', () => this.#name(), { once: true })
  }

  connectedCallback() {
    addEventListener('message', this)
    this.#show()
  }

  disconnectedCallback() {
    removeEventListener('message', this)
    this.#waiting = []
    this.#drop()
  }

  /** `moveBefore` keeps a frame alive; without this it would count as taken out and put in again. */
  connectedMoveCallback() {}

  attributeChangedCallback() {
    if (this.#isChanging) return
    // Several attributes that change together make one new frame.
    this.#isChanging = true
    queueMicrotask(() => {
      this.#isChanging = false
      if (this.isConnected) this.#show()
    })
  }

  handleEvent({ data, origin, source }: MessageEvent) {
    const frame = this.#frame
    if (!frame || source !== frame.contentWindow || origin !== originOf(frame)) return
    const message = readMessage(data, this.#id)
    if (!message) return
    const { type, detail } = message
    if (type === 'ready') this.#greet()
    if (type === 'size') {
      this.#said = saidSize(detail) ?? this.#said
      this.#place()
    }
    const name: keyof LoopEventMap = `loop-${type}`
    const isChoice = type === 'pick' || type === 'close'
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: isChoice })
    if (this.dispatchEvent(event) && isChoice) this.close()
  }

  play() {
    if (!this.#frame) {
      this.#isOpen = true
      this.#show()
    }
    this.#send({ type: 'play' })
  }
  pause() {
    this.#send({ type: 'pause' })
  }
  stop() {
    this.#send({ type: 'stop' })
  }
  share() {
    this.#send({ type: 'share' })
  }
  consent(granted: boolean) {
    this.#consent = { type: 'consent', granted }
    if (this.#isReady) this.#post(this.#consent)
  }
  load(gif: string) {
    // A ready frame changes its content itself; otherwise a new one is made for the GIF.
    this.setAttribute('gif', gif)
    if (!this.#isReady) return
    this.#key = this.#wantedKey(this.#url)
    this.#post({ type: 'load', gif: gifSlug(gif) })
  }

  search(q: string) {
    this.open()
    this.#send({ type: 'search', q })
  }
  open() {
    if (!this.#panel?.matches(':popover-open')) this.#panel?.showPopover()
  }
  close() {
    const { activeElement } = this.#root
    this.#panel?.hidePopover()
    // Browsers give the focus back to what had it before, but not from a frame.
    if (activeElement && activeElement === this.#frame) this.#root.querySelector('button')?.focus()
  }

  get #opens(): boolean {
    return this.#definition.opens === true && !this.hasAttribute('inline') && 'popover' in this
  }

  get #url(): string {
    return frameUrl(this.#definition, this.#base, this.#id, (name) => this.getAttribute(name))
  }

  #wantedKey(url: string): string {
    return url && frameKey(this, url) + this.#isOpen
  }

  /** Makes the frame for the current attributes, unless it exists already. */
  #show() {
    const url = this.#url
    const key = this.#wantedKey(url)
    if (key !== this.#key) this.#drop()
    this.#place()
    if (url && !this.#key) {
      if (this.#opens) this.#root.append(...this.#opener(url))
      else if (this.hasAttribute('facade') && !this.#isOpen) this.#root.prepend(this.#facade())
      else {
        this.#frame = newFrame(this, url, this.#isOpen)
        this.#root.prepend(this.#frame)
      }
      this.#key = key
    }
    this.#name()
  }

  #drop() {
    this.#root.replaceChildren(this.#slot)
    this.#frame = this.#panel = this.#said = undefined
    this.#key = ''
    this.#isReady = false
  }

  /** The element's content is the button; the frame is made when it is first pressed. */
  #opener(url: string): Node[] {
    if (!this.#slot.textContent) this.#slot.textContent = 'GIF'
    const { button, panel } = opener(this.#slot, () => {
      if (!this.#frame) {
        this.#frame = newFrame(this, url, true)
        panel.append(this.#frame)
        this.#name()
      }
      this.#frame.focus()
      this.#send({ type: 'focus' })
    })
    this.#panel = panel
    return [button, panel]
  }

  #facade(): HTMLButtonElement {
    const id = gifSlug(this.getAttribute('gif') ?? '')
      .split('-')
      .at(-1)
    const still = id && this.hasAttribute('poster') ? `${this.#base}/media/${id}/original_still.gif` : ''
    return facade(this.getAttribute('poster') || still, () => {
      this.play()
      this.#frame?.focus()
    })
  }

  /** Names the frame by the element's title, else by its content. */
  #name() {
    const inside = this.#slot.assignedNodes({ flatten: true }).map(({ textContent }) => textContent)
    const title = this.title || inside.join(' ').trim() || this.#definition.title
    const button = this.#root.querySelector<HTMLButtonElement>('[part=facade]')
    if (this.#frame) this.#frame.title = title
    if (button) nameFacade(button, this.getAttribute('facade') || 'Play', title)
  }

  #place() {
    if (this.#opens) {
      const [width, height] = panelSize(this.#definition, (name) => this.getAttribute(name))
      this.#sheet.replaceSync(openerCss(width, height))
      return
    }
    const size = frameCss(this.#definition, (name) => this.getAttribute(name), this.#said)
    this.#sheet.replaceSync(`:host{display:block;position:relative;width:100%;${size}}${CSS}`)
  }

  /** The frame is ready: sends it the earlier commands. */
  #greet() {
    this.#isReady = true
    for (const message of [this.#consent, ...this.#waiting]) if (message) this.#post(message)
    this.#waiting = []
  }

  #send(message: HostMessage) {
    if (this.#isReady) this.#post(message)
    else this.#waiting.push(message)
  }

  #post(message: HostMessage) {
    const frame = this.#frame
    if (!frame) return
    const origin = originOf(frame)
    const posted = { source: SOURCE, id: this.#id, ...message }
    frame.contentWindow?.postMessage(posted, origin === 'null' ? '*' : origin)
  }
}

/** The class of one element, of the installation at the origin `base`. */
export const loopFrame = (definition: ElementDefinition, base: string): CustomElementConstructor =>
  class extends LoopFrame {
    static observedAttributes = attributesOf(definition)

    constructor() {
      super(definition, base)
    }
  }
