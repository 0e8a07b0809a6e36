import { expect, it } from 'vitest'
import { hostOrigin } from './host-port.ts'

const OWN = 'https://loop.test'
const list = (...origins: string[]) => origins as unknown as DOMStringList

it.each([
  ['the browser tells', list('https://host.test', 'https://top.test'), '', 'https://host.test'],
  ['it tells and the referrer differs', list('https://host.test'), `${OWN}/embed/a`, 'https://host.test'],
  ['the host is ourselves', list(OWN), `${OWN}/`, OWN],
  ['the host has no origin', list('null'), 'https://host.test/', undefined],
  ['the host is a page of a disk', list('file://'), '', undefined],
  ['only the referrer tells', undefined, 'https://host.test/post?q=1', 'https://host.test'],
  ['the referrer is the page before this one', undefined, `${OWN}/embed/a`, undefined],
  ['nothing tells', undefined, '', undefined],
])('T21: where %s', (_name, ancestorOrigins, referrer, origin) => {
  const location = { origin: OWN, ancestorOrigins } as Location
  expect(hostOrigin({ referrer, location })).toBe(origin)
})
