import { apiInitializer } from 'discourse/lib/api'
import loadScript from 'discourse/lib/load-script'

const ITEM = /^\/(?:gifs|stickers|embed)\/([\w-]{1,200})$/

/** The slug or ID of an item's address on the installation. */
function gifOf(address, origin) {
  const url = URL.parse(address ?? '')
  return url?.origin === origin ? ITEM.exec(url.pathname)?.[1] : undefined
}

/** Puts the live element into the place of each preview of an item. Links within a sentence stay links. */
function playItems(post, origin) {
  for (const preview of post.querySelectorAll('aside.onebox[data-onebox-src], a.onebox[href]')) {
    const gif = gifOf(preview.dataset.oneboxSrc ?? preview.href, origin)
    if (!gif) continue
    const element = document.createElement('loop-embed')
    element.setAttribute('gif', gif)
    element.setAttribute('width', '480')
    preview.replaceWith(element)
  }
}

/** Opens the picker above the composer, or closes it. What is chosen is added on a line of its own, which becomes a preview. */
function togglePicker(addText) {
  const open = document.querySelector('.loopframe-panel')
  if (open) return open.remove()
  const picker = document.createElement('loop-picker')
  picker.className = 'loopframe-panel'
  picker.setAttribute('inline', '')
  picker.addEventListener('loop-pick', ({ detail: { gif } }) => {
    addText(`\n${gif.url}\n`)
    picker.remove()
  })
  picker.addEventListener('loop-close', () => picker.remove())
  document.body.append(picker)
}

export default apiInitializer((api) => {
  const origin = settings.loopframe_url
  loadScript(`${origin}/loopframe.js`)
  api.decorateCookedElement((post) => playItems(post, origin))
  api.onToolbarCreate((toolbar) => {
    toolbar.addButton({
      id: 'loopframe',
      group: 'extras',
      icon: 'film',
      title: themePrefix('gif'),
      perform: ({ addText }) => togglePicker(addText),
    })
  })
})
