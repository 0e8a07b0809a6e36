/** What an embed's address may say of its looks (`docs/contract.md`), and what is a value of it. */
const OPTIONS = {
  theme: /^(?:auto|light|dark)$/,
  lang: /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i,
  autoplay: /^[01]$/,
} as const

/** The query for the embed's address: what the consumer asked for, else what the address that it gave already said. */
export function embedQuery(asked: Readonly<Record<string, string>>, given: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, pattern] of Object.entries(OPTIONS)) {
    const value = [asked[name], given.get(name)].find((text) => text && pattern.test(text))
    if (value) query.set(name, value)
  }
  return query
}
