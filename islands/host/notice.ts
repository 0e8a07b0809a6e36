import { hostOrigin } from './host-origin.ts'

// An error page in a frame: no other code of ours runs there to tell the host that nothing will come.
const told = new URLSearchParams(location.search).get('id')
const id = told ?? location.pathname.replace(/.*[/-]/, '')
parent.postMessage(
  { source: 'loopframe', id, type: 'error', message: document.title },
  hostOrigin(document) ?? '*',
)
