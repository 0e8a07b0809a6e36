/** How a user's picture is drawn: a round character on a coloured ground. */
export type Portrait = {
  ground: [string, string]
  body: string
  ink: string
  eyes: 'open' | 'happy' | 'sleepy' | 'wink'
  hat?: 'antenna' | 'leaf' | 'ears' | 'flask'
}

const EYES: Record<Portrait['eyes'], (ink: string) => string> = {
  open: (ink) => `<g fill="${ink}"><circle cx="31" cy="48" r="4.5"/><circle cx="49" cy="48" r="4.5"/></g>
    <g fill="#fff"><circle cx="32.6" cy="46.4" r="1.5"/><circle cx="50.6" cy="46.4" r="1.5"/></g>`,
  happy: (ink) => `<g fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round">
    <path d="M26.5 49.500q4.5-6 9 0M44.5 49.500q4.5-6 9 0"/></g>`,
  sleepy: (ink) => `<g fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round">
    <path d="M26.5 47q4.5 5 9 0M44.5 47q4.5 5 9 0"/></g>`,
  wink: (
    ink,
  ) => `<circle cx="31" cy="48" r="4.5" fill="${ink}"/><circle cx="32.6" cy="46.4" r="1.5" fill="#fff"/>
    <path d="M44.5 49.500q4.5-6 9 0" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round"/>`,
}

const HATS: Record<NonNullable<Portrait['hat']>, (body: string, ink: string) => string> = {
  antenna: (body, ink) => `<path d="M40 27V15" stroke="${ink}" stroke-width="2.6"/>
    <circle cx="40" cy="13" r="4.5" fill="${body}" stroke="${ink}" stroke-width="2.2"/>`,
  leaf: () => `<path d="M40 28C38 16 46 9 57 10c1 11-6 18-17 18z" fill="#37b26c"/>
    <path d="M40 28C43 21 48 16 54 13" fill="none" stroke="#1d7a49" stroke-width="1.8"/>`,
  ears: (body) => `<path d="M20 38 17 17l15 10zM60 38l3-21-15 10z" fill="${body}" stroke="${body}"
    stroke-width="4" stroke-linejoin="round"/>`,
  flask: (_body, ink) => `<path d="M35 8h10M37 8v9l-6 11h18l-6-11V8" fill="#e8fbff" stroke="${ink}"
    stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/><path d="M33.5 24h13l2.5 4H31z" fill="#5ad1e6"/>`,
}

/** A square of 80 units; drawn larger and scaled down it keeps clean edges. */
export function portraitSvg({ ground: [from, to], body, ink, eyes, hat }: Portrait): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="800" height="800">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/>
    <stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="80" height="80" fill="url(#g)"/>
    <circle cx="66" cy="14" r="22" fill="#fff" opacity=".13"/><circle cx="8" cy="60" r="15" fill="#fff" opacity=".1"/>
    ${hat ? HATS[hat](body, ink) : ''}
    <path d="M14 80V52a26 26 0 0 1 52 0v28z" fill="${body}"/>
    <path d="M20 50a20 20 0 0 1 9-15" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" opacity=".55"/>
    ${EYES[eyes](ink)}
    <g fill="#ff6b81" opacity=".45"><ellipse cx="24" cy="56" rx="4.5" ry="3"/><ellipse cx="56" cy="56" rx="4.5" ry="3"/></g>
    <path d="M35.5 56q4.5 5 9 0" fill="none" stroke="${ink}" stroke-width="2.8" stroke-linecap="round"/></svg>`
}

/** A 640 x 160 strip of soft hills in the portrait's colours. */
export function bannerSvg({ ground: [from, to], body }: Portrait): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 160" width="640" height="160">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/>
    <stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="640" height="160" fill="url(#g)"/>
    <circle cx="520" cy="46" r="26" fill="#fff" opacity=".5"/>
    <path d="M0 110q90-60 200-14t210-20 230 20v64H0z" fill="#fff" opacity=".18"/>
    <path d="M0 134q120-50 240-8t200-16 200 18v32H0z" fill="${body}" opacity=".55"/></svg>`
}
