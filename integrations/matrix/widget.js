import { WidgetApi } from 'matrix-widget-api'

// The client names the widget, and where it is itself, in the address.
const query = new URLSearchParams(location.search)
const api = new WidgetApi(query.get('widgetId'), new URL(query.get('parentUrl')).origin)
const status = document.querySelector('[role="status"]')

/** A message with the item's alt text and address, of which clients show a preview. */
const messageOf = ({ alt, url }) => ({ msgtype: 'm.text', body: `${alt}\n${url}` })

api.requestCapabilityToSendMessage('m.text')
document.addEventListener('loop-pick', async (event) => {
  // The picker stays open: it is all that the widget shows.
  event.preventDefault()
  try {
    await api.sendRoomEvent('m.room.message', messageOf(event.detail.gif))
    status.textContent = ''
  } catch {
    status.textContent = 'The GIF couldn’t be sent. The widget needs the permission to send messages.'
  }
})
api.start()
