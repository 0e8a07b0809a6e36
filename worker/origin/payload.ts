import * as v from 'valibot'

const PayloadSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), call: v.string() }))

/** An item of a response, and the call that returned it. */
type Payload = v.InferOutput<typeof PayloadSchema>

/** The `analytics_response_payload` of an item or term: opaque to clients, who send it back with each event. */
export const writePayload = ({ id, call }: Payload): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ id, call }))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Reads a payload that came back; `undefined` for whatever we did not write. */
export function readPayload(text: string): Payload | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const result = v.safeParse(PayloadSchema, new TextDecoder().decode(bytes))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}
