import { callProvider } from './call-provider.ts'

/** Next to a page's own script: from then on its calls to our API go to the provider. */
callProvider(document.querySelector<HTMLElement>('[data-provider]'))
