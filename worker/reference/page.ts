import { html } from 'hono/html'
import { documentEnd, documentHead, type InlineStyle, type Theme } from '../render/document.ts'
import { limitWords, outline, type ReadSchema, typeWords } from './outline.ts'

type Parameter = { name: string; in: string; required: boolean; schema: ReadSchema }
type Content = Record<string, { schema: ReadSchema & { required?: string[] } }>
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

/** As much of the OpenAPI document as the page shows. */
export type Reference = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, ReadSchema> }
}

type Row = { name: string; place: string; required: boolean; schema: ReadSchema }
type Shown = { method: string; path: string; call: Operation }

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** Every call by itself: an address of several is shown as often as it has calls. */
const shownCalls = ({ paths }: Reference): Shown[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      (operation['x-calls'] ?? [operation]).map((call) => ({ method, path, call })),
    ),
  )

const CREDENTIALS: Record<string, string> = {
  session: 'a session (the sessionid cookie)',
  csrf: 'the X-CSRFToken header',
  token: 'an Authorization header: Token …',
}

function authWords({ security, 'x-internal': isInternal }: Operation): string {
  if (isInternal) return 'Not reachable from outside.'
  const names = security.flatMap((each) => Object.keys(each))
  if (names.length === 0) return 'Anybody may make this call.'
  return `Needs ${names.map((name) => CREDENTIALS[name] ?? name).join(' and ')}.`
}

function rowsOf({ parameters, requestBody }: Operation): Row[] {
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {})
  const fields = Object.entries(body?.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    place: type === 'application/json' ? 'JSON' : 'form',
    required: body?.schema.required?.includes(name) ?? false,
    schema,
  }))
  return [...parameters.map((each) => ({ ...each, place: each.in })), ...fields]
}

const table = (rows: Row[]) =>
  rows.length > 0 &&
  html`<h3>Takes</h3>
<table><thead><tr><th>Field</th><th>In</th><th>Type</th><th>Limits</th></tr></thead><tbody>
${rows.map(
  ({
    name,
    place,
    required,
    schema,
  }) => html`<tr><td><code>${name}</code></td><td>${place}</td><td>${typeWords(schema)}</td>
<td class="quiet">${[required ? 'required' : '', limitWords(schema)].filter(Boolean).join(', ')}</td></tr>
`,
)}</tbody></table>`

function answer({ responses }: Operation) {
  const [[type, content] = []] = Object.entries(responses['200']?.content ?? {})
  if (!content) return html`<h3>Answers</h3><p class="quiet">Nothing: 204.</p>`
  return html`<h3>Answers <code>${type}</code></h3><pre>${outline(content.schema)}</pre>`
}

const callSection = ({ method, path, call }: Shown) =>
  html`<details id="${call.operationId}"><summary><b class="method ${method}">${method.toUpperCase()}</b><code>${path}</code>
<span>${call.summary}</span></summary>
<p class="auth quiet"><code>${call.operationId}</code> · ${authWords(call)}</p>
${table(rowsOf(call))}
${answer(call)}
</details>
`

/** `/docs/api`: every call, readable and searchable without a script. */
export function apiReferencePage(
  reference: Reference,
  brand: string,
  theme: Theme,
  css: InlineStyle,
): string {
  const calls = shownCalls(reference)
  const body = html`<main>
<p><a href="/">${brand}</a></p>
<h1>${brand} API</h1>
<p class="quiet">${new Set(calls.map(({ call }) => call.operationId.split('.')[0])).size} calls. The same as <a href="/docs/api.json">OpenAPI 3.1</a>, made from the code that answers them.</p>
<p>Reads of the provider are open to every origin. Everything else is for pages of this host: a write bears the value of
the <code>csrftoken</code> cookie in <code>X-CSRFToken</code>. A refusal says its <code>kind</code>, a
<code>message</code>, and per field a <code>detail</code>. Lists in a query go by indices: <code>a[0]=x&amp;a[1]=y</code>.</p>
<nav aria-label="Chapters">${reference.tags.map(({ name }) => html`<a href="#${idOf(name)}">${name}</a>`)}<a href="#shapes">Shapes</a></nav>
${reference.tags.map(
  ({
    name,
    description,
  }) => html`<section><h2 id="${idOf(name)}">${name}</h2><p class="quiet">${description}</p>
${calls.filter(({ call }) => call.tags.includes(name)).map(callSection)}</section>
`,
)}<section><h2 id="shapes">Shapes</h2><p class="quiet">What answers are made of.</p>
${Object.entries(reference.components.schemas).map(
  ([
    name,
    schema,
  ]) => html`<details id="shape-${name}"><summary><b class="method">TYPE</b><code>${name}</code></summary><pre>${outline(schema)}</pre></details>
`,
)}</section>
</main>`
  return `${documentHead({ title: `${brand} API`, theme, sheets: [css.text] })}${body}${documentEnd}`
}
