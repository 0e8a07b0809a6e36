import fc from 'fast-check'
import { expect, it } from 'vitest'
import { providerCalls } from '../../shared/calls/provider.ts'
import { filterGifs, firstEntries, gifsOf, joinByIds, type Page, renameGifs, shiftOffsets } from './page.ts'
import { cutWindow } from './page-grid.ts'

const CALL = providerCalls.search

type Place = { offset: number; count: number; total_count: number; hasMoreGifs?: boolean }
const placeOf = ({ pagination }: Page) => pagination as Place
const idsOf = (page: Page) => gifsOf(CALL, page).map(({ id }) => String(id))

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]\w{0,9}$/), { maxLength: 60 })

/** A page in each form that `data` may have (§3), frozen: nothing may change it. */
const pages = fc
  .record({ ids, form: fc.constantFrom('list', 'object', 'wrapped'), offset: fc.nat(4000), more: fc.nat(99) })
  .map(({ ids, form, offset, more }) => {
    const list = ids.map((id) => ({ id, title: `${id}!` }))
    const object = Object.fromEntries(list.map((gif) => [gif.id, gif]))
    const data = { list, object, wrapped: { gifs: list } }[form]
    const pagination = { total_count: offset + ids.length + more, count: ids.length, offset }
    return frozen({ data, pagination, meta: { response_id: 'r' } })
  })

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}

const keepBy = (letters: string) => (id: unknown) => !letters.includes(String(id)[0] ?? '')
const letters = fc.stringMatching(/^[a-z]{0,12}$/)

it('a filter leaves what it keeps, in order and form, and the same object where that is all', () => {
  fc.assert(
    fc.property(pages, letters, (page, out) => {
      const keep = keepBy(out)
      const left = filterGifs(CALL, page, 'never there', ({ id }) => keep(id))
      expect(idsOf(left)).toEqual(idsOf(page).filter(keep))
      expect(Array.isArray(left.data)).toBe(Array.isArray(page.data))
      if (idsOf(page).every(keep)) expect(left).toBe(page)
      expect(filterGifs(CALL, left, 'never there', ({ id }) => keep(id))).toBe(left)
    }),
  )
})

it('a count follows what is left: `offset` plus `count` is where the next page begins', () => {
  fc.assert(
    fc.property(pages, letters, (page, out) => {
      const keep = keepBy(out)
      const lost = idsOf(page).filter((id) => !keep(id)).length
      const before = placeOf(page)
      const end = before.offset + before.count
      const leave = (rule: Parameters<typeof filterGifs>[2]) =>
        placeOf(filterGifs(CALL, page, rule, ({ id }) => keep(id)))

      const never = leave('never there')
      expect([never.offset, never.offset + never.count]).toEqual([before.offset, end - lost])
      expect(never.total_count).toBe(before.total_count - lost)

      const same = leave('same end')
      expect([same.offset + same.count, same.total_count]).toEqual([end, before.total_count])

      const place = leave('same place')
      expect(place).toMatchObject(before)
      expect(place.hasMoreGifs ?? false).toBe(lost > 0 && end < before.total_count)
    }),
  )
})

it('windows that follow one another give every entry once', () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 5, max: 30 }), (all, count, size) => {
      const pageAt = (offset: number): Page => ({
        data: all.slice(offset, offset + size).map((id) => ({ id })),
        pagination: { total_count: all.length, count: Math.min(size, all.length - offset), offset },
      })
      const seen: string[] = []
      for (let start = 0; start < all.length; start += count) {
        const from = start % size
        const found: Page[] = []
        for (let at = start - from; at < Math.min(start + count, all.length); at += size)
          found.push(pageAt(at))
        const cut = cutWindow(found, { start, from, count }, size)
        expect(placeOf(cut)).toMatchObject({
          offset: start,
          count: idsOf(cut).length,
          total_count: all.length,
        })
        seen.push(...idsOf(cut))
      }
      expect(seen).toEqual(all)
    }),
  )
})

it('the first entries are at most as many, and the rest is on the next page', () => {
  fc.assert(
    fc.property(pages, fc.nat(60), (page, max) => {
      const cut = firstEntries(CALL, page, max)
      expect(idsOf(cut)).toEqual(idsOf(page).slice(0, max))
      expect(placeOf(cut)).toEqual({ ...placeOf(page), count: idsOf(cut).length })
    }),
  )
})

it('a join has the entries of all in the order of the ids, each once', () => {
  fc.assert(
    fc.property(pages, pages, (one, two) => {
      const all = [...new Set([...idsOf(two), ...idsOf(one)])]
      const joined = joinByIds(all, [one, two])
      expect(idsOf(joined)).toEqual(all)
      expect(joined.pagination).toEqual({ total_count: all.length, count: all.length, offset: 0 })
    }),
  )
})

it('a name leads back, and an entry whose name is too long ends no page earlier', () => {
  fc.assert(
    fc.property(pages, fc.stringMatching(/^P[2-4]_\w{0,60}$/), (page, prefix) => {
      const rename = { toShown: (id: string) => prefix + id, publicUrl: 'https://loop.test' }
      const shown = renameGifs(CALL, page, rename)
      const named = idsOf(page).filter((id) => prefix.length + id.length <= 64)
      expect(idsOf(shown)).toEqual(named.map((id) => prefix + id))
      const [before, after] = [placeOf(page), placeOf(shown)]
      expect(after.offset + after.count).toBe(before.offset + before.count)
      expect(renameGifs(CALL, page, { ...rename, toShown: (id) => id })).toBe(page)
    }),
  )
})

it('offsets that are shifted there and back are the same', () => {
  fc.assert(
    fc.property(pages, fc.nat(4_000_000), (page, by) => {
      expect(shiftOffsets(shiftOffsets(page, by), -by)).toEqual(page)
    }),
  )
})
