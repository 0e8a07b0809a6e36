/** A cookie's raw value in a `Cookie` header or `document.cookie`. The first of duplicates counts. */
export const cookieOf = (cookies: string, name: string): string | undefined =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
