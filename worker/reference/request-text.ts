import type { Call } from './calls.ts'

type Request = {
  method: string
  url: string
  headers: [name: string, value: string][]
  body?: string
  isMultipart: boolean
}

function requestOf({ method, operation }: Call, publicUrl: string): Request {
  const { path, type, body } = operation['x-example']
  const needs = new Set(operation.security.flatMap(Object.keys))
  const isMultipart = type === 'multipart/form-data'
  const headers: Request['headers'] = []
  if (needs.has('token')) headers.push(['Authorization', 'Token YOUR_TOKEN'])
  if (needs.has('csrf')) headers.push(['X-CSRFToken', 'CSRF_TOKEN'])
  if (type && !isMultipart) headers.push(['Content-Type', type])
  return {
    method: method.toUpperCase(),
    url: publicUrl + path,
    headers,
    isMultipart,
    ...(body !== undefined && { body }),
  }
}

/** In single quotes, for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The parts of a multipart form: a file is named, not written out. */
const partsOf = (body: string): [name: string, value: string][] =>
  [...new URLSearchParams(body)].map(([name, value]) => [name, name === 'file' ? '@wave.gif' : value])

/** The example of a call as a command. */
export function curlText(call: Call, publicUrl: string): string {
  const { method, url, headers, body, isMultipart } = requestOf(call, publicUrl)
  const hasCookies = call.operation.security.some((each) => 'session' in each || 'csrf' in each)
  const data = isMultipart
    ? partsOf(body ?? 'file=')
        .slice(0, 1)
        .map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`)
    : body === undefined
      ? []
      : [`-d ${quoted(body)}`]
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(hasCookies ? ['-b cookies.txt'] : []),
    ...data,
  ]
  return parts.join(' \\\n  ')
}

/** The same in a page's script. */
export function scriptText(call: Call, publicUrl: string): string {
  const { method, url, headers, body, isMultipart } = requestOf(call, publicUrl)
  const fields = [
    method !== 'GET' && `method: '${method}'`,
    headers.length > 0 &&
      `headers: { ${headers.map(([name, value]) => `${/-/.test(name) ? `'${name}'` : name}: '${value}'`).join(', ')} }`,
    isMultipart ? 'body: form' : body !== undefined && `body: '${body.replaceAll("'", "\\'")}'`,
  ].filter(Boolean)
  const options = fields.length > 0 ? `, {\n  ${fields.join(',\n  ')},\n}` : ''
  const form = isMultipart ? "const form = new FormData()\nform.set('file', input.files[0])\n" : ''
  const isJson =
    '200' in call.operation.responses && call.operation.responses['200']?.content?.['application/json']
  const end = isJson ? '\nconst answer = await response.json()' : ''
  return `${form}const response = await fetch('${url}'${options})${end}`
}
