import type { LoopElement } from '../partner/element-types.ts'

/** How many lines the log keeps. */
const LINES = 30

const embed = document.querySelector<LoopElement>('loop-embed')
const log = document.querySelector('[data-log]')

/** What each button of the live example does with the element. */
const COMMANDS: Readonly<Record<string, (element: LoopElement) => void>> = {
  play: (element) => element.play(),
  pause: (element) => element.pause(),
  stop: (element) => element.stop(),
  share: (element) => element.share(),
  consent: (element) => element.consent(true),
  load: (element) => element.load(element.getAttribute('gif') ?? ''),
}

const EVENTS = [
  'ready',
  'play',
  'pause',
  'seen',
  'click',
  'hover',
  'visible',
  'contextmenu',
  'fetched',
  'error',
  'size',
]

function write(event: Event): void {
  const { type, detail } = event as CustomEvent<object>
  const line = document.createElement('li')
  line.textContent = Object.keys(detail ?? {}).length > 0 ? `${type} ${JSON.stringify(detail)}` : type
  log?.prepend(line)
  log?.children[LINES]?.remove()
}

if (embed) {
  for (const type of EVENTS) embed.addEventListener(`loop-${type}`, write)
  for (const button of document.querySelectorAll<HTMLElement>('[data-command]')) {
    button.addEventListener('click', () => COMMANDS[button.dataset.command ?? '']?.(embed))
  }
}
