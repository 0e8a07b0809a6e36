import { escapeHtml } from '../html/escape-html.ts'

// What XML 1.0 cannot hold, not even escaped: https://www.w3.org/TR/xml/#charsets. Half a surrogate pair is among it.
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A flat record as an oEmbed document (https://oembed.com/, 2.3.4.2); its keys must be names. */
export function oembedXml(answer: Readonly<Record<string, string | number | undefined>>): string {
  const elements = Object.entries(answer).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${escapeXml(String(value))}</${name}>`],
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`
}

const escapeXml = (text: string): string => escapeHtml(text.replace(UNWRITABLE, ''))
