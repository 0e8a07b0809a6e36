/** A part of a text: words, or a link. */
type Part = { text: string; href?: string }

const ENDS = '.,;:!?)]}”"’\'»。、）'
const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>.]{1,63}(?:\.[^\s@<>.]{1,63}){1,4}$/

function hrefOf(word: string): string | undefined {
  if (word.startsWith('https://')) return URL.parse(word)?.href
  return EMAIL.test(word) ? `mailto:${word}` : undefined
}

/** A word as it is, or as a link with the marks behind it apart. */
function partsOf(word: string): Part[] {
  let end = word.length
  while (end > 0 && ENDS.includes(word.charAt(end - 1))) end--
  const own = word.slice(0, end)
  const href = hrefOf(own)
  return href ? [{ text: own, href }, { text: word.slice(end) }] : [{ text: word }]
}

/** A line as its links and the words between them. */
function partsOfLine(line: string): Part[] {
  const parts: Part[] = []
  for (const part of line.split(/(\s+)/).flatMap(partsOf)) {
    const last = parts.at(-1)
    if (last && !last.href && !part.href) last.text += part.text
    else parts.push({ ...part })
  }
  return parts
}

/** A plain text as paragraphs of lines; its addresses, which begin with https, and its email addresses are links. */
export const paragraphsOf = (text: string): Part[][][] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n').map(partsOfLine))
