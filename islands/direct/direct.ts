import { callProvider } from './call-provider.ts'

/** Beside a page's own script: from then on its calls of our API go to the provider. */
callProvider(document.querySelector<HTMLElement>('[data-provider]'))
