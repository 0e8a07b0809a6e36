/** Where a page is framed; `referrer` is the host page's address, or after `load` our own. */
type Framing = { referrer: string; location: Pick<Location, 'origin' | 'ancestorOrigins'> }

/** The origin of the page that frames us; nothing where neither browser nor host gives it. */
export function hostOrigin({ referrer, location: { origin, ancestorOrigins } }: Framing): string | undefined {
  // Firefox has ancestorOrigins only of late: https://caniuse.com/mdn-api_location_ancestororigins
  const known = ancestorOrigins?.[0] ?? (URL.canParse(referrer) ? new URL(referrer).origin : origin)
  // A host without an origin ('null') cannot be named, and a referrer that is ourselves says nothing of the host.
  return known === 'null' || (known === origin && !ancestorOrigins) ? undefined : known
}
