import type { FrameMessage, HostMessage } from '../../../islands/host/protocol.ts'
import type { FrameAttribute } from '../../../islands/partner/elements.ts'
import { attributeOf, type OptionRow } from '../../../shared/widgets/option-row.ts'
import { OPTIONS } from '../../../shared/widgets/options.ts'

type Row = readonly [name: string, ...cells: string[]]

/** The commands of an element, each a method. A new message does not compile without its line here. */
export const COMMANDS = {
  play: 'Plays; a facade opens.',
  pause: 'Pauses.',
  stop: 'Pauses, back at the beginning.',
  share: 'Opens the share menu.',
  consent: 'Passes on whether your visitor agreed to web analytics.',
  load: 'Shows another GIF in the same frame.',
} as const satisfies Record<HostMessage['type'], string>

const EVENTS = {
  ready: 'The frame listens. Again after each reload of it.',
  play: 'It plays.',
  pause: 'It is paused.',
  seen: '99 % of it was visible with its picture loaded.',
  click: 'It was clicked.',
  hover: 'A pointer rested on it for 200 ms.',
  visible: 'Its picture has loaded in view.',
  contextmenu: 'Its context menu was asked for.',
  fetched: 'More GIFs came: detail.count.',
  error: 'Something did not load: detail.message.',
  size: 'The size of what it shows: detail.width, detail.height.',
} as const satisfies Record<FrameMessage['type'], string>

export const eventRows: readonly Row[] = Object.entries(EVENTS).map(([type, is]) => [`loop-${type}`, is])

const ATTRIBUTES = {
  gif: 'Embed: an id, a slug, or the address of an item’s page.',
  width: 'px. An embed grows to it at most, a widget fills it.',
  height: 'px. With the width, an embed’s ratio.',
  ratio: 'Embed: 16/9 or 1.78; as wide as its place, in this ratio.',
  title: 'The frame’s name for assistive technology; without it the text inside the element.',
  loading: 'eager: at once, not when it comes near.',
  sandbox: 'The frame’s sandbox, allow-scripts at least.',
  credentialless: 'For pages with a Cross-Origin-Embedder-Policy.',
  facade: 'A button until it is pressed; its value is the button’s verb.',
  poster: 'The picture on that button.',
} as const satisfies Record<FrameAttribute, string>

export const attributeRows: readonly Row[] = Object.entries(ATTRIBUTES)

/** The options, which are attributes of the elements and parameters of the frames’ query. */
export const optionRows: readonly Row[] = Object.entries(OPTIONS as Record<string, OptionRow>).map(
  ([name, row]) => [attributeOf(name, row), name, row.on.join(', '), row.docs.replaceAll('`', '')],
)

/** The failures of oEmbed (docs/embedding.md). */
export const oembedRows: readonly Row[] = [
  ['400', 'No url, or one of another host.'],
  ['401', 'The item is private.'],
  ['404', 'There is no such item.'],
  ['410', 'It was taken down.'],
  ['501', 'Another format than json and xml.'],
]
