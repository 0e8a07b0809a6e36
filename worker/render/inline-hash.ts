const encoder = new TextEncoder()

/** The source that lets exactly this text stand in a page as its style or script: `'sha256-…'`. */
export async function inlineHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}
