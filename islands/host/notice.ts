import { hostOrigin } from './host-port.ts'
import { type FrameMessage, SOURCE } from './protocol.ts'

// An error page in a frame: no other code runs there to post that nothing will come.
const id = new URLSearchParams(location.search).get('id') ?? location.pathname.split(/[/-]/).at(-1) ?? ''
const message: FrameMessage = { type: 'error', message: document.title }
parent.postMessage({ source: SOURCE, id, ...message }, hostOrigin(document) ?? '*')
