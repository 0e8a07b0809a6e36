/** Where a capture service takes envelopes, and the public key that names us there. */
type CaptureTarget = { url: string; key: string }

/** Reads `https://KEY@host/path/PROJECT`; undefined for anything else. https://develop.sentry.dev/sdk/foundations/transport/authentication/ */
export function readDsn(dsn: string): CaptureTarget | undefined {
  const url = URL.parse(dsn)
  const [, path = '', project] = /^(.*)\/(\w+)$/.exec(url?.pathname ?? '') ?? []
  if (!url || !/^https?:$/.test(url.protocol) || url.username === '' || !project) return undefined
  return { url: `${url.origin}${path}/api/${project}/envelope/`, key: url.username }
}
