const encoder = new TextEncoder()

/** The policy source that allows exactly this inline style: `'sha256-…'`. */
export async function inlineHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}
