import { mergeAttributes, Node, nodePasteRule } from '@tiptap/core'

/** The address of an item or its embed; the last part is its slug or ID. */
const addresses = (origin) =>
  new RegExp(
    `${origin.replaceAll(/[.*+?^$|{}()[\]\\]/g, '\\$&')}/(?:gifs|stickers|embed)/([\\w-]{1,200})`,
    'g',
  )

/**
 * A GIF of a Loopframe installation as a node. It is stored as `<loop-embed gif="…">`, so the same HTML plays where the page
 * has `loopframe.js`. Options: `origin`, the installation's scheme and host; `width`, in px.
 */
export const LoopEmbed = Node.create({
  name: 'loopEmbed',
  group: 'block',
  atom: true,
  draggable: true,

  addOptions: () => ({ origin: '', width: 480 }),

  addAttributes: () => ({ gif: { default: null }, title: { default: 'GIF' } }),

  parseHTML: () => [{ tag: 'loop-embed[gif]' }],

  renderHTML({ HTMLAttributes }) {
    const { origin, width } = this.options
    const { gif, title } = HTMLAttributes
    return [
      'loop-embed',
      mergeAttributes({ width }, HTMLAttributes),
      ['a', { href: `${origin}/gifs/${gif}` }, title],
    ]
  },

  addCommands() {
    return {
      setLoopEmbed:
        (attrs) =>
        ({ commands }) =>
          commands.insertContent({ type: this.name, attrs }),
    }
  },

  addPasteRules() {
    const { type, options } = this
    const getAttributes = ([, gif]) => ({ gif })
    return [nodePasteRule({ find: addresses(options.origin), type, getAttributes })]
  },
})
