import { escapeHtml } from '../html/escape-html.ts'

// Characters that XML 1.0 forbids, even escaped: https://www.w3.org/TR/xml/#charsets. Lone surrogates are among them.
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Writes a flat record as an oEmbed XML document (https://oembed.com/, 2.3.4.2); its keys must be valid element names. */
export function oembedXml(oembed: Readonly<Record<string, string | number | undefined>>): string {
  const elements = Object.entries(oembed).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${escapeXml(String(value))}</${name}>`],
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`
}

const escapeXml = (text: string): string => escapeHtml(text.replace(UNWRITABLE, ''))
