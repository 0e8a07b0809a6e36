/**
 * A function from a request to a response. An upstream with a URL gets `fetch`, one without gets the embedded origin in
 * process; callers cannot tell them apart.
 */
export type Transport = (request: Request) => Promise<Response>
