import {
  $applyNodeReplacement,
  $insertNodes,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  createCommand,
  DecoratorNode,
  mergeRegister,
  PASTE_COMMAND,
} from 'lexical'

/** Inserts a GIF: `{ gif, title }`, where `gif` is its ID or slug. */
export const INSERT_LOOP_EMBED = createCommand('INSERT_LOOP_EMBED')

/** A GIF of a Loopframe installation. It is stored as `{ type, gif, title }`, and as HTML as `<loop-embed gif="…">`. */
export class LoopEmbedNode extends DecoratorNode {
  static getType() {
    return 'loop-embed'
  }

  static clone({ __gif, __title, __key }) {
    return new LoopEmbedNode(__gif, __title, __key)
  }

  static importJSON({ gif, title }) {
    return $createLoopEmbedNode(gif, title)
  }

  static importDOM() {
    const conversion = (element) => {
      const gif = element.getAttribute('gif')
      return { node: gif ? $createLoopEmbedNode(gif, element.title || undefined) : null, after: () => [] }
    }
    return { 'loop-embed': () => ({ conversion, priority: 1 }) }
  }

  constructor(gif = '', title = 'GIF', key = undefined) {
    super(key)
    this.__gif = gif
    this.__title = title
  }

  exportJSON() {
    return { ...super.exportJSON(), gif: this.__gif, title: this.__title }
  }

  exportDOM() {
    return { element: this.createDOM() }
  }

  createDOM() {
    const element = document.createElement('loop-embed')
    element.setAttribute('gif', this.__gif)
    element.setAttribute('title', this.__title)
    element.setAttribute('width', '480')
    return element
  }

  updateDOM() {
    return false
  }

  isInline() {
    return false
  }

  decorate() {
    return null
  }

  getTextContent() {
    return this.__title
  }
}

export const $createLoopEmbedNode = (gif, title) => $applyNodeReplacement(new LoopEmbedNode(gif, title))

/** The slug or ID that a text consists of as an address of an item or its embed. */
function gifOfAddress(text, origin) {
  const url = URL.parse(text.trim())
  if (url?.origin !== origin) return undefined
  return /^\/(?:gifs|stickers|embed)\/([\w-]{1,200})$/.exec(url.pathname)?.[1]
}

/**
 * Makes an editor take GIFs, by the command and by a pasted address. Its `nodes` must have `LoopEmbedNode`.
 * @param {{ origin: string }} options the installation's scheme and host
 * @returns a function that ends it
 */
export function registerLoopEmbed(editor, { origin }) {
  const insert = ({ gif, title }) => {
    $insertNodes([$createLoopEmbedNode(gif, title)])
    return true
  }
  const paste = (event) => {
    const gif = gifOfAddress(event.clipboardData?.getData('text/plain') ?? '', origin)
    if (!gif) return false
    event.preventDefault()
    return insert({ gif })
  }
  return mergeRegister(
    editor.registerCommand(INSERT_LOOP_EMBED, insert, COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(PASTE_COMMAND, paste, COMMAND_PRIORITY_LOW),
  )
}
