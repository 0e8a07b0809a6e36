import { postToParent } from './host-port.ts'

// An error page in a frame: no other code runs there to post that nothing will come.
const id = new URLSearchParams(location.search).get('id') ?? location.pathname.split(/[/-]/).at(-1) ?? ''
postToParent(id, { type: 'error', message: document.title })
