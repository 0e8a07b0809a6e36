/** What a browser is asked for: options of WebAuthn, as JSON. */
type Asked =
  | { act: 'create'; options: PublicKeyCredentialCreationOptionsJSON }
  | { act: 'get'; options: PublicKeyCredentialRequestOptionsJSON }

/**
 * Has a passkey made for who is signed in, or our challenge signed by one.
 * @returns what the browser has made, as JSON
 * @throws DOMException where its person refuses, or has none; Error where we give no challenge
 */
export async function askPasskey(csrf: string): Promise<string> {
  const response = await fetch('/api/v3/login/passkey', { method: 'POST', headers: { 'X-CSRFToken': csrf } })
  if (!response.ok) throw new Error(`${response.status}`)
  const { act, options }: Asked = await response.json()
  const made = await (act === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }))
  return JSON.stringify(made)
}
