import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../steps/run-step.ts'

it('the snippets of the README work as printed: their item is in the demo library', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const named = [...text.matchAll(/(?:\/embed\/|\/gifs\/|gif=")([a-z-]+-\w{12})"/g)].map(([, slug]) => slug)
  const { items } = JSON.parse(readFileSync(join(root, 'seed/library.json'), 'utf8')) as {
    items: { slug: string; id: string }[]
  }
  const known = new Set(items.map(({ slug, id }) => `${slug}-${id}`))
  expect(named.length).toBeGreaterThanOrEqual(3)
  expect(named.filter((name) => !known.has(name ?? ''))).toEqual([])
})

it('the documentation has one example host, the way a reader replaces it at once', () => {
  const pages = ['README.md', 'docs/embedding.md', 'docs/hosts.md', 'docs/react.md'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  const hosts = new Set(pages.flatMap((text) => text.match(/https?:\/\/[\w.]*\bexample\b[\w.]*/g) ?? []))
  expect([...hosts]).toEqual(['https://loop.example'])
})
