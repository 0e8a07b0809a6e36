import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { binOf, root, runNode } from '../../tools/steps/run-step.ts'
import { installPackages, packPackages } from '../fixtures/installed-packages.ts'

/** The packages as a registry would give them (`tools/build/packages/`), in a partner's project. */
let tarballs: string[]
let project: string

beforeAll(async () => {
  expect(await runNode(['build.ts', '--warn'], { quiet: true })).toBe(0)
  tarballs = await packPackages()
  project = await installPackages(tarballs)
}, 180_000)

// The process may be ended before it could.
afterAll(() => {
  for (const folder of [project, dirname(tarballs[0] ?? project)])
    rmSync(folder, { recursive: true, force: true })
})

const run = promisify(execFile)
const node = (...args: string[]) => run(process.execPath, args, { cwd: project })
const installed = (name: string) =>
  JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'))

const NAMES = ['loopframe', '@loopframe/react', '@loopframe/types']

describe('the packages', () => {
  it('leave publint nothing to say', async () => {
    expect(tarballs).toHaveLength(NAMES.length)
    for (const path of tarballs) {
      const { buffer, byteOffset, byteLength } = readFileSync(path)
      const tarball = (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength)
      const { messages } = await publint({ pack: { tarball }, level: 'suggestion', strict: true })
      expect(messages, path).toEqual([])
    }
  })

  it('have the version of the product, ask for one another in it, and come with a README and a license', () => {
    const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const name of NAMES) {
      const { dependencies = {}, private: isPrivate, ...rest } = installed(name)
      expect(rest).toMatchObject({ name, version, license, publishConfig: { access: 'public' } })
      expect(isPrivate).toBeUndefined()
      expect(dependencies).toEqual(name === '@loopframe/types' ? {} : { '@loopframe/types': version })
      const text = (file: string) => readFileSync(join(project, 'node_modules', name, file), 'utf8')
      expect(text('README.md')).toContain(`# ${name}\n`)
      expect(text('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
    }
    expect(installed('@loopframe/react').peerDependencies).toEqual({ react: '>=19' })
  })
})

/** What a server does with them; it prints what came of it. */
const SERVER = `
import { defineElements } from 'loopframe'
import { Carousel, Gif, Grid, Picker } from '@loopframe/react'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'

const refused = ['javascript:alert(1)', 'loop.example', 'data:,'].map((origin) => {
  try { defineElements({ origin }) } catch (error) { return error.constructor.name }
})
defineElements({ origin: 'https://loop.example' })
defineElements({ origin: new URL('http://localhost:8787/embed/abc') })
const host = 'https://loop.example'
const images = { original: { url: 'https://media.test/a.gif', width: 200, height: 100 } }
const fetchGifs = () => { throw new Error('not on a server') }
const html = renderToString(h('main', null,
  h(Gif, { gif: { id: 1, title: 'Cat', images }, width: 100, host }),
  h(Grid, { fetchGifs }), h(Carousel, { fetchGifs, gifHeight: 120 }),
  h(Picker, { host, rating: 'pg', onPick() {} }),
  h('loop-embed', { gif: 'abc123', facade: true }, 'A cat')))
console.log(JSON.stringify({ refused, html, globals: Object.keys(globalThis).filter((name) => /window|customElements/.test(name)) }))
`

it('a server imports them without a window, and renders the components', async () => {
  const { stdout, stderr } = await node('--input-type=module', '--eval', SERVER)
  const { refused, html, globals } = JSON.parse(stdout)
  expect({ refused, globals, stderr }).toEqual({
    refused: ['TypeError', 'TypeError', 'TypeError'],
    globals: [],
    stderr: '',
  })
  expect(html).toContain('href="https://loop.example/gifs/1"')
  expect(html).toContain('src="https://loop.example/widgets/picker?rating=pg&amp;id=')
  expect(html).toContain('<loop-embed gif="abc123" facade="">A cat</loop-embed>')
})

/** Every line that is marked must be an error, and no other: types that have become `any` fail here. */
const TYPED = `
import { defineElements, type PickedGif } from 'loopframe'
import type { FrameMessage, HostMessage, LoopEventMap, Posted } from '@loopframe/types'
import type {} from '@loopframe/types/react'
import { Gif, Grid, Picker, type GifsResult } from '@loopframe/react'

defineElements({ origin: new URL('https://loop.example') })
// @ts-expect-error the origin is required
defineElements({})

const embed = document.querySelector('loop-embed')
embed?.load('abc123')
// @ts-expect-error
embed?.load(123)
document.addEventListener('loop-pick', (event) => {
  const gif: PickedGif = event.detail.gif
  const size: number | undefined = gif.images['fixed_width']?.width
  // @ts-expect-error
  event.detail.gif.nothing
  return size
})
const sizes: LoopEventMap['loop-size']['detail'] = { width: 1, height: 2 }

const command: Posted<HostMessage> = { source: 'loopframe', id: 'first', type: 'consent', granted: true }
// @ts-expect-error a command has its fields
const half: Posted<HostMessage> = { source: 'loopframe', id: 'first', type: 'load' }
const countOf = (message: FrameMessage) => (message.type === 'fetched' ? message.count : 0)

const fetchGifs = async (offset: number): Promise<GifsResult> => ({
  data: [], pagination: { offset, count: 0, total_count: 0 },
})
export const page = (
  <main>
    <loop-embed gif="abc123" ratio="16/9" facade poster="/a.webp" autoplay={0} utm-source="x" className="wide" />
    <loop-grid channel="nature" columns={4} no-link theme="dark" hide-attribution={false} />
    <loop-carousel q="cats" tile-height="120" onloop-fetched={({ detail }) => detail.count.toFixed()} />
    <loop-picker inline rating="pg" onloop-pick={({ detail: { gif } }) => gif.alt.trim()}>GIF</loop-picker>
    {/* @ts-expect-error */}
    <loop-grid columns={4} theme="blue" />
    {/* @ts-expect-error */}
    <loop-carousel gif="abc123" />
    <Grid fetchGifs={fetchGifs} columns={3} onGifClick={(gif, event) => [gif.id, event.preventDefault()]} />
    <Gif gif={{ id: 1, images: {}, mine: 2 }} width={100} onGifHover={(gif) => gif.mine.toFixed()} />
    <Picker host="https://loop.example" rating="pg" onPick={(gif) => gif.images['original']?.url} />
    {/* @ts-expect-error the host is required */}
    <Picker onPick={() => {}} />
  </main>
)
export { command, countOf, half, sizes }
`

/** The examples of the packages' own READMEs, as they are printed. */
const readmeExamples = (): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name, at) => {
      const text = readFileSync(join(project, 'node_modules', name, 'README.md'), 'utf8')
      const examples = [...text.matchAll(/```tsx?\n([\s\S]*?)```/g)]
      return examples.map(([, example = ''], nth) => [`readme-${at}-${nth}.tsx`, example] as const)
    }),
  )

it.each([
  ['node16', 'node16'],
  ['esnext', 'bundler'],
])(
  'their types hold strictly, declarations included: modules %s, resolution %s',
  async (module, resolution) => {
    const files = { 'typed.tsx': TYPED, ...readmeExamples() }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
    const options = {
      module,
      moduleResolution: resolution,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    }
    const file = join(project, `tsconfig.${resolution}.json`)
    writeFileSync(file, JSON.stringify({ compilerOptions: options, files: Object.keys(files) }))
    expect(Object.keys(files).length).toBeGreaterThanOrEqual(4)
    const errors = await node(binOf('typescript', 'tsc'), '-p', file).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    )
    expect(errors).toBe('')
  },
)

describe('bundled by a page', () => {
  const bundle = async (contents: string) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      external: ['react', 'react/jsx-runtime'],
      logLevel: 'silent',
    })
    return outputFiles[0]?.text ?? ''
  }
  const weight = (text: string) => brotliCompressSync(text).length

  it('the loader weighs what /loopframe.js may, and nothing where it is not used', async () => {
    const used = await bundle(
      "import { defineElements } from 'loopframe'\ndefineElements({ origin: 'https://loop.example' })",
    )
    expect(used).toContain('loop-picker')
    expect(weight(used)).toBeLessThan(4096)
    expect(await bundle("import { defineElements } from 'loopframe'")).toBe('')
    expect(await bundle("import 'loopframe/script.js'")).toContain('.dataset.base')
  })

  it('the picker for React brings no tiles', async () => {
    const picker = await bundle("export { Picker } from '@loopframe/react'")
    expect(picker).not.toContain('loop-tile')
    expect(weight(picker)).toBeLessThan(1536)
  })
})
