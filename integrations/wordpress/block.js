// The block in the editor, written for WordPress' own globals: there is no build step. The server draws it (loopframe.php).
{
  const { blocks, element, blockEditor, components } = window.wp
  const origin = window.loopframeUrl
  const h = element.createElement

  /** The slug or ID of an item's address, of its embed's, or of itself. */
  const gifOf = (text) =>
    /^(?:https?:\/\/[^\s/]+\/(?:gifs|stickers|embed)\/)?([\w-]{1,200})$/.exec(text.trim())?.[1] ?? ''
  const isAddress = (text) => text.trim().startsWith(`${origin}/`) && gifOf(text) !== ''

  const Preview = ({ gif, title }) =>
    h('iframe', {
      src: `${origin}/embed/${gif}`,
      title,
      style: { border: 0, width: '100%', maxWidth: 480, aspectRatio: '16 / 9' },
    })

  const Field = ({ label, value, onChange }) =>
    h(components.TextControl, { label, value, onChange, __nextHasNoMarginBottom: true })

  const Edit = ({ attributes: { gif, title }, setAttributes }) => {
    const setGif = (text) => setAttributes({ gif: gifOf(text) })
    return h(
      'div',
      blockEditor.useBlockProps(),
      h(Field, { label: 'Address or ID of a GIF', value: gif, onChange: setGif }),
      h(Field, {
        label: 'Title for screen readers',
        value: title,
        onChange: (text) => setAttributes({ title: text }),
      }),
      gif ? h(Preview, { gif, title }) : null,
    )
  }

  blocks.registerBlockType('loopframe/embed', {
    edit: Edit,
    save: () => null,
    transforms: {
      from: [
        {
          type: 'raw',
          priority: 5,
          isMatch: ({ nodeName, textContent }) => nodeName === 'P' && isAddress(textContent),
          transform: ({ textContent }) => blocks.createBlock('loopframe/embed', { gif: gifOf(textContent) }),
        },
      ],
    },
  })
}
