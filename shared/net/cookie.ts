/** A cookie's value in a `Cookie` header or a page's `document.cookie`, as it travels. Of two, the first counts. */
export const cookieOf = (cookies: string, name: string): string | undefined =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
