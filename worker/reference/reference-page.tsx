import { limitText, outline, type Schema, typeText } from './outline.ts'

type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Content = Record<string, { schema: Schema & { required?: string[] } }>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  'x-calls'?: Operation[]
  'x-internal'?: boolean
}

/** The part of the OpenAPI document that the page shows. */
export type Reference = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type FieldRow = { name: string; sentIn: string; required: boolean; schema: Schema }
type Call = { method: string; path: string; operation: Operation }

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** Every call as a row of its own: several calls may share an address and a method. */
const callsOf = ({ paths }: Reference): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, shared]) =>
      (shared['x-calls'] ?? [shared]).map((operation) => ({ method, path, operation })),
    ),
  )

const CREDENTIALS: Record<string, string> = {
  session: 'a session (the __Host-session cookie)',
  csrf: 'the X-CSRFToken header',
  token: 'an Authorization header: Token …',
}

function authText({ security, 'x-internal': isInternal }: Operation): string {
  if (isInternal) return 'Not reachable from outside.'
  const names = security.flatMap((each) => Object.keys(each))
  if (names.length === 0) return 'Anybody may make this call.'
  return `Needs ${names.map((name) => CREDENTIALS[name] ?? name).join(' and ')}.`
}

function rowsOf({ parameters, requestBody }: Operation): FieldRow[] {
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {})
  const fields = Object.entries(body?.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    sentIn: type === 'application/json' ? 'JSON' : 'form',
    required: body?.schema.required?.includes(name) ?? false,
    schema,
  }))
  return [...parameters.map((each) => ({ ...each, sentIn: each.in })), ...fields]
}

const FieldTable = ({ rows }: { rows: readonly FieldRow[] }) => (
  <>
    <h3>Takes</h3>
    <table>
      <thead>
        <tr>
          <th>Field</th>
          <th>In</th>
          <th>Type</th>
          <th>Limits</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, sentIn, required, schema }) => (
          <tr key={`${sentIn} ${name}`}>
            <td>
              <code>{name}</code>
            </td>
            <td>{sentIn}</td>
            <td>{typeText(schema)}</td>
            <td className="quiet">
              {[required ? 'required' : '', limitText(schema)].filter(Boolean).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

function ResponseShape({ responses }: Operation) {
  const [[type, content] = []] = Object.entries(responses['200']?.content ?? {})
  return content ? (
    <>
      <h3>
        Answers <code>{type}</code>
      </h3>
      <pre>{outline(content.schema)}</pre>
    </>
  ) : (
    <>
      <h3>Answers</h3>
      <p className="quiet">No content: 204.</p>
    </>
  )
}

function CallDetails({ method, path, operation }: Call) {
  const { operationId, summary } = operation
  const rows = rowsOf(operation)
  return (
    <details id={operationId}>
      <summary>
        <b className={`method ${method}`}>{method.toUpperCase()}</b>
        <code>{path}</code> <span>{summary}</span>
      </summary>
      <p className="auth quiet">
        <code>{operationId}</code>
        {` · ${authText(operation)}`}
      </p>
      {rows.length > 0 && <FieldTable rows={rows} />}
      <ResponseShape {...operation} />
    </details>
  )
}

/** `/docs/api`: every call, readable and searchable without a script. */
export function ReferencePage({ reference, brand }: { reference: Reference; brand: string }) {
  const calls = callsOf(reference)
  const names = new Set(calls.map(({ operation }) => operation.operationId.split('.')[0]))
  return (
    <main>
      <p>
        <a href="/">{brand}</a>
      </p>
      <h1>{`${brand} API`}</h1>
      <p className="quiet">
        {`${names.size} calls. The same as `}
        <a href="/docs/api.json">OpenAPI 3.1</a>, generated from the code that handles them.
      </p>
      <p>
        Reads of the provider are open to every origin. All other calls are for pages of this host: a write
        sends the value of the <code>csrftoken</code> cookie in <code>X-CSRFToken</code>. An error has a{' '}
        <code>kind</code>, a <code>message</code>, and a <code>detail</code> per wrong field. Lists in a query
        are indexed: <code>a[0]=x&amp;a[1]=y</code>.
      </p>
      <nav aria-label="Chapters">
        {reference.tags.map(({ name }) => (
          <a key={name} href={`#${idOf(name)}`}>
            {name}
          </a>
        ))}
        <a href="#shapes">Shapes</a>
      </nav>
      {reference.tags.map(({ name, description }) => (
        <section key={name}>
          <h2 id={idOf(name)}>{name}</h2>
          <p className="quiet">{description}</p>
          {calls
            .filter(({ operation }) => operation.tags.includes(name))
            .map((call) => (
              <CallDetails key={call.operation.operationId} {...call} />
            ))}
        </section>
      ))}
      <section>
        <h2 id="shapes">Shapes</h2>
        <p className="quiet">The objects in responses.</p>
        {Object.entries(reference.components.schemas).map(([name, schema]) => (
          <details key={name} id={`shape-${name}`}>
            <summary>
              <b className="method">TYPE</b>
              <code>{name}</code>
            </summary>
            <pre>{outline(schema)}</pre>
          </details>
        ))}
      </section>
    </main>
  )
}
