import type { Call } from '../../shared/calls/call.ts'
import { serverMessage, UpstreamError } from '../../shared/errors.ts'
import { siteKind } from '../../shared/http-errors.ts'
import { withoutSecrets } from '../../shared/net/without-secrets.ts'
import type { Answered } from './ask-upstream.ts'

const MAX = { fields: 20, text: 200 } as const

/** A refusal by an upstream, in its own words where it has some; `detail` says per field what it did not like. */
export class Refusal extends UpstreamError {
  override readonly name = 'Refusal'
  readonly detail: Readonly<Record<string, string>> | undefined

  constructor(
    call: Pick<Call, 'upstream'>,
    { status, statusText, headers, bytes }: Answered,
    secrets: string[],
  ) {
    const said = read(bytes)
    const clean = (text: string) => withoutSecrets(text, secrets).slice(0, MAX.text)
    const message = status < 500 ? clean(serverMessage(said)) : ''
    const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
    super(message || `The ${call.upstream} service answered ${status}`, {
      status,
      statusText,
      retryAfter,
      kind: siteKind(status),
    })
    this.detail = this.kind === 'invalid-input' ? detailOf(said, clean) : undefined
  }
}

function read(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

// Fields with a text or a list of texts, at the top, or under `detail` or `errors`.
function detailOf(said: unknown, clean: (text: string) => string): Record<string, string> | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  const { error, errors, detail } = said as Record<string, unknown>
  const fields = [errors, detail, error, said].find((each) => typeof each === 'object' && each !== null)
  const texts = Object.entries(fields as object)
    .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value[0] : value])
    .filter((entry): entry is [string, string] => /^\w{1,64}$/.test(entry[0]) && typeof entry[1] === 'string')
    .slice(0, MAX.fields)
  return texts.length > 0 ? Object.fromEntries(texts.map(([name, text]) => [name, clean(text)])) : undefined
}
