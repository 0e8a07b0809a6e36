import type { FrameMessage, HostMessage } from '../../islands/host/protocol.ts'
import type { FrameAttribute } from '../../islands/partner/elements.ts'
import { attributeOf, type OptionRow } from '../../shared/widgets/option-row.ts'
import { OPTIONS } from '../../shared/widgets/options.ts'

type Row = readonly [name: string, ...cells: string[]]

/** Those that the picker alone takes; `focus` is sent when its panel opens. */
const PICKER_COMMANDS = {
  search: 'Opens the picker and searches.',
  focus: 'Leads to its search field.',
} as const

/** The commands of an element, each a method. A new message does not compile without its line here. */
export const COMMANDS = {
  play: 'Plays it, and opens a facade.',
  pause: 'Pauses it.',
  stop: 'Pauses it and goes back to the beginning.',
  share: 'Opens the share menu.',
  consent: 'Passes on whether your visitor agreed to web analytics.',
  load: 'Shows another GIF in the same frame.',
} as const satisfies Record<Exclude<HostMessage['type'], keyof typeof PICKER_COMMANDS>, string>

const EVENTS = {
  ready: 'The frame is listening. Fires again after each reload.',
  play: 'It started to play.',
  pause: 'It was paused.',
  seen: '99 % of it was visible with its picture loaded.',
  click: 'It was clicked.',
  hover: 'A pointer rested on it for 200 ms.',
  visible: 'Its picture loaded in view.',
  contextmenu: 'Its context menu was requested.',
  fetched: 'More GIFs arrived: detail.count.',
  error: 'Something didn’t load: detail.message.',
  size: 'The size of what it shows: detail.width, detail.height.',
  pick: 'Something was picked: detail.gif. Prevent the default to keep the picker open.',
  close: 'Escape was pressed in the picker.',
} as const satisfies Record<FrameMessage['type'], string>

export const eventRows: readonly Row[] = Object.entries(EVENTS).map(([type, is]) => [`loop-${type}`, is])

const ATTRIBUTES = {
  gif: 'For an embed: an ID, a slug, or the address of an item’s page.',
  width: 'In px. An embed grows to it at most; a widget fills it.',
  height: 'In px. With the width, it sets an embed’s ratio.',
  ratio: 'For an embed: 16/9 or 1.78. As wide as its container, in this ratio.',
  title: 'The frame’s name for assistive technology; by default, the text inside the element.',
  loading: 'eager: loads at once, not when it comes near the view.',
  sandbox: 'The frame’s sandbox; allow-scripts at least.',
  credentialless: 'For pages with a Cross-Origin-Embedder-Policy.',
  facade: 'Shows a button until it’s pressed. The value is the button’s verb.',
  poster: 'The picture on that button.',
  inline: 'For a picker: shows it in its place, not behind a button.',
} as const satisfies Record<FrameAttribute, string>

export const attributeRows: readonly Row[] = Object.entries(ATTRIBUTES)

/** The options, which are attributes of the elements and parameters of the frames’ query. */
export const optionRows: readonly Row[] = Object.entries(OPTIONS as Record<string, OptionRow>).map(
  ([name, row]) => [attributeOf(name, row), name, row.on.join(', '), row.docs.replaceAll('`', '')],
)

/** The addresses that clients of other services use here, with the part of the reference that lists the calls. */
export const clientRows = (publicUrl: string): readonly Row[] => [
  ['GIPHY v1', 'https://api.giphy.com/v1', `${publicUrl}/v1`],
  ['Tenor v2', 'https://tenor.googleapis.com/v2', `${publicUrl}/v2`],
  ['KLIPY v1', 'https://api.klipy.com/api/v1/{key}', `${publicUrl}/api/v1/{key}`],
]

/** The failures of oEmbed (docs/embedding.md). */
export const OEMBED_FAILURES: readonly Row[] = [
  ['400', 'The url is missing, or is on another host.'],
  ['401', 'The item is private.'],
  ['404', 'There’s no such item.'],
  ['410', 'The item was taken down.'],
  ['501', 'The format isn’t json or xml.'],
]
