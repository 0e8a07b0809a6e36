import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../steps/run-step.ts'

const GUIDES = ['README.md', 'docs/embedding.md', 'docs/hosts.md', 'docs/react.md'].map((path) =>
  readFileSync(join(root, path), 'utf8'),
)

type Library = { users: { username: string }[]; items: { slug: string; id: string; tags: string[] }[] }

it('what the examples name is in the demo library: items, people, and what a search finds', () => {
  const { items, users } = JSON.parse(readFileSync(join(root, 'seed/library.json'), 'utf8')) as Library
  const namedBy = (pattern: RegExp) =>
    GUIDES.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const known = new Set(items.flatMap(({ slug, id }) => [`${slug}-${id}`, id]))
  const named = namedBy(/(?:\/embed\/|\/gifs\/|gif=['"]|loop-embed=")([\w-]*\w{12})(?=["?&])/g)
  expect(named.length).toBeGreaterThanOrEqual(8)
  expect(named.filter((name) => !known.has(name))).toEqual([])

  const people = new Set(users.map(({ username }) => username))
  expect(namedBy(/\bchannel="?([\w-]+)/g).filter((name) => !people.has(name))).toEqual([])
  const tags = new Set(items.flatMap((item) => item.tags))
  const searches = namedBy(/\b(?:loop-grid=|q=)"?([a-z]+)/g)
  expect(searches.length).toBeGreaterThanOrEqual(4)
  expect(searches.filter((q) => !tags.has(q))).toEqual([])
})

it('the documentation has one example host, the way a reader replaces it at once', () => {
  const hosts = new Set(GUIDES.flatMap((text) => text.match(/https?:\/\/[\w.]*\bexample\b[\w.]*/g) ?? []))
  expect([...hosts]).toEqual(['https://loop.example'])
})
