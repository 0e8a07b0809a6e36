import type { Provider } from '../provider.ts'

/** A provider whose code is loaded by its first read. */
export function lazyProvider(load: () => Provider | Promise<Provider>): Provider {
  return {
    read: async (...read) => (await load()).read(...read),
    gif: async (...read) => (await load()).gif(...read),
    call: async (name, raw, context) => (await load()).call(name, raw, context),
    parsed: async (call, input, context, form, parse) =>
      (await load()).parsed(call, input, context, form, parse),
    openIds: async (...read) => (await load()).openIds(...read),
    refresh: async (...read) => (await load()).refresh(...read),
    renew: async (...read) => (await load()).renew(...read),
    held: async (...read) => (await load()).held(...read),
  }
}
