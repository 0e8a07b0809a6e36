import { expect, it } from 'vitest'
import { networkOf } from './rate-limit.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ['2001:DB8:0001:2::', '2001:db8:1:2'],
  ['1:2]:80/[', '1:2]:80/['],
  ['1::2::3', '1::2::3'],
])('T26: %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1'],
  ['2001:db8:1:ffff::1', '2001:db8:1'],
])('T33 %s counts as %s where networks of a customer count', (address, network) => {
  expect(networkOf(address, 3)).toBe(network)
})
