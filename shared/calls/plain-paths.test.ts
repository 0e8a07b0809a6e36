import { expect, it } from 'vitest'
import { plainPaths } from './plain-paths.ts'

it('is the path itself where nothing is to be chosen', () => {
  expect(plainPaths('/v1/gifs/:id')).toEqual([{ path: '/v1/gifs/:id', chosen: {} }])
  expect(plainPaths('/v1/:rest{.+}')).toEqual([{ path: '/v1/:rest{.+}', chosen: {} }])
})

it('is one path for each word that a placeholder offers', () => {
  expect(plainPaths('/v1/:type{gifs|text}/search/:tag')).toEqual([
    { path: '/v1/gifs/search/:tag', chosen: { type: 'gifs' } },
    { path: '/v1/text/search/:tag', chosen: { type: 'text' } },
  ])
})

it('is every combination of the words of several', () => {
  expect(plainPaths('/:a{x|y}/:b{1|2}')).toEqual([
    { path: '/x/1', chosen: { a: 'x', b: '1' } },
    { path: '/x/2', chosen: { a: 'x', b: '2' } },
    { path: '/y/1', chosen: { a: 'y', b: '1' } },
    { path: '/y/2', chosen: { a: 'y', b: '2' } },
  ])
})
