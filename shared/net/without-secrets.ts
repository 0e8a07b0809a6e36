/** A text without what it must not tell: the secrets themselves, and addresses, whose queries may hold more. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    // A short word would be found everywhere, and is no secret.
    .filter((secret) => secret.length > 3)
    .reduce((clean, secret) => clean.replaceAll(secret, '…'), text)
    .replace(/https?:\/\/\S+/g, '…')
