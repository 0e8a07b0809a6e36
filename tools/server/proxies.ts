import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Whether an address is a proxy's whose word counts. @param isPeer whether it is the one that has connected to us */
export type IsProxy = (address: string, isPeer: boolean) => boolean

/** The proxies in front of a server: by address, network (`10.0.0.0/8`) or name; `on` is whoever connects, and no one further. */
export async function readProxies(text: string): Promise<IsProxy> {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.includes('on')) return (_address, isPeer) => isPeer
  const list = new BlockList()
  for (const word of words) {
    const [host = '', bits] = word.split('/')
    const kind = isIP(host)
    if (kind === 0 && bits === undefined) {
      for (const { address, family } of await lookup(host, { all: true }))
        list.addAddress(address, family === 6 ? 'ipv6' : 'ipv4')
    } else if (kind === 0) throw new Error(`--trust-proxy takes addresses, networks and names, not '${word}'`)
    else if (bits === undefined) list.addAddress(host, kind === 6 ? 'ipv6' : 'ipv4')
    else list.addSubnet(host, Number(bits), kind === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address as it is, also where a socket of both kinds says it as IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

const PROXIES_MAX = 20

/** Whom a request comes from: who connected, or whom the trusted proxies in front of it saw. */
export function visitorOf(peer: string, forwarded: string | undefined, isProxy: IsProxy): string {
  let visitor = plainAddress(peer)
  if (!forwarded || !isProxy(visitor, true)) return visitor
  const passed = forwarded
    .split(',')
    .slice(-PROXIES_MAX)
    .map((each) => plainAddress(each.trim()))
  for (const address of passed.toReversed()) {
    if (isIP(address) === 0) break
    visitor = address
    if (!isProxy(address, false)) break
  }
  return visitor
}
