/**
 * The one seam to the world: a request goes in, a response comes out. An upstream with a URL gets `fetch`,
 * one without gets the embedded origin in process; nobody behind the seam can tell them apart.
 */
export type Transport = (request: Request) => Promise<Response>
