/** What a page knows of where it stands; `referrer` is the host's address, or after `load` our own. */
type Place = { referrer: string; location: Pick<Location, 'origin' | 'ancestorOrigins'> }

/** The origin of the page that frames us; nothing where the browser, or the host, does not tell. */
export function hostOrigin({ referrer, location: { origin, ancestorOrigins } }: Place): string | undefined {
  // Firefox has ancestorOrigins only of late: https://caniuse.com/mdn-api_location_ancestororigins
  const told = ancestorOrigins?.[0] ?? (URL.canParse(referrer) ? new URL(referrer).origin : origin)
  // A host without an origin ('null') cannot be named, and a referrer that is ourselves says nothing of the host.
  return told === 'null' || (told === origin && !ancestorOrigins) ? undefined : told
}
