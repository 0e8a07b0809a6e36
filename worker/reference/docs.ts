import docs from '../../dist/docs.json'
import type { Reference } from './calls.ts'

/** The item that the examples of the reference name, and their host. */
type Sample = { id: string; slug: string; host: string }

/** The API reference as the build made it, and the example of docs/react.md. Typed by the part that is read. */
export const { openApi, sample, reactExample } = docs as unknown as {
  openApi: Reference
  sample: Sample
  reactExample: string
}
