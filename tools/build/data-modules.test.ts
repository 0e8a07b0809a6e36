import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { publicEn } from '../../shared/texts/public/en.ts'
import { OPTIONS } from '../../shared/widgets/options.ts'
import { root } from '../steps/run-step.ts'
import { constant, dataModules } from './data-modules.ts'

const bundle = async (entry: string) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [dataModules],
  })
  return outputFiles[0]?.text ?? ''
}

const columns = {
  sentences: Object.values(OPTIONS).map(({ docs }) => docs),
  labels: [publicEn.noResults, publicEn.hideAttribution, publicEn.themeAuto],
}

describe('a bundle gets the columns of the options that it uses', () => {
  it.each([
    ['islands/partner/loopframe.ts', 'no-results-message'],
    ['islands/public/welcome.ts', 'noResultsMessage'],
    ['islands/react/grid.tsx', 'noResultsMessage'],
  ])('%s has their names, and no sentence or label', async (entry, name) => {
    const text = await bundle(entry)
    expect(text).toContain(name)
    for (const unused of [...columns.sentences, ...columns.labels]) expect(text).not.toContain(unused)
  })
})

describe('a data module', () => {
  it('is written as its values', () => {
    expect(constant('A', { b: [1, 'two', null] })).toBe('export const A = {"b":[1,"two",null]}')
  })

  it.each([[/x/], [{ a: undefined }], [new Map()], [() => 1], [[Number.NaN]]])(
    'fails the build where JSON would lose something: %s',
    (value) => expect(() => constant('A', value)).toThrow('A is more than plain data'),
  )
})
