/** React for the browser in one shared chunk: fetched on intent, cached for good. */
export { createElement } from 'react'
export { createRoot, hydrateRoot } from 'react-dom/client'
