import type { Call } from '../../shared/calls/call.ts'
import { siteKind } from '../../shared/client/response.ts'
import { serverMessage, UpstreamError } from '../../shared/errors.ts'
import { retryAfterOf } from '../../shared/net/headers.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { publicMessage, publicText } from '../upstreams/public-text.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'

const MAX_FIELDS = 20

/** An upstream's bad status, with its own message where it has one, and per field what was wrong (`detail`). */
export class Refusal extends UpstreamError {
  override readonly name = 'Refusal'
  readonly detail: Readonly<Record<string, string>> | undefined

  constructor(call: Pick<Call, 'upstream'>, response: UpstreamResponse, secrets: string[]) {
    const { status, statusText, headers } = response
    const body = jsonOrNothing(textOf(response))
    const clean = (text: string) => publicText(text, secrets)
    const said = { upstream: call.upstream, status, text: serverMessage(body) }
    const message = publicMessage(said, secrets)
    super(message || `The ${call.upstream} service answered ${status}`, {
      status,
      statusText,
      retryAfter: retryAfterOf(headers),
      kind: siteKind(status),
    })
    this.detail = this.kind === 'invalid-input' ? detailOf(body, clean) : undefined
  }
}

// Fields with a text or a list of texts, at the top, or under `detail` or `errors`.
function detailOf(body: unknown, clean: (text: string) => string): Record<string, string> | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, errors, detail } = body as Record<string, unknown>
  const fields = [errors, detail, error, body].find((each) => typeof each === 'object' && each !== null)
  const texts = Object.entries(fields as object)
    .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value[0] : value])
    .filter((entry): entry is [string, string] => /^\w{1,64}$/.test(entry[0]) && typeof entry[1] === 'string')
    .slice(0, MAX_FIELDS)
  return texts.length > 0 ? Object.fromEntries(texts.map(([name, text]) => [name, clean(text)])) : undefined
}
