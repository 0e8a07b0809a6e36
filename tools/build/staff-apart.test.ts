import type { Metafile } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { assertStaffApart } from './staff-apart.ts'

type Output = Metafile['outputs'][string]

const output = (inputs: readonly string[], more: Partial<Output> = {}): Output => ({
  bytes: 1,
  inputs: Object.fromEntries(inputs.map((input) => [input, { bytesInOutput: 1 }])),
  imports: [],
  exports: [],
  ...more,
})
const metafile = (outputs: Metafile['outputs']): Metafile => ({ inputs: {}, outputs })
const imports = (path: string, kind: 'import-statement' | 'dynamic-import') => [{ path, kind }]

const STAFF = ['worker/admin/admin-layout.tsx', 'shared/texts/admin/en.data.ts']

/** A Worker whose start imports a chunk with the staff pages, in one way or the other. */
const worker = (kind: 'import-statement' | 'dynamic-import', entry = 'index.js') => {
  const more = (name: string) => (name === entry ? { imports: imports('staff.js', kind) } : {})
  return metafile({
    'index.js': output(['worker/app.ts'], { entryPoint: 'worker/index.ts', ...more('index.js') }),
    'embed.js': output([], { entryPoint: 'worker/embed/page.tsx', ...more('embed.js') }),
    'widget.js': output([], { entryPoint: 'worker/widgets/widget.tsx', ...more('widget.js') }),
    'staff.js': output(STAFF),
  })
}
const embed = metafile({ 'embed.js': output(['islands/embed/live.ts']) })

describe('staff pages cost visitors nothing', () => {
  it('a Worker that loads them lazily is fine', () => {
    expect(() => assertStaffApart([embed], worker('dynamic-import'))).not.toThrow()
  })

  it.each(['index.js', 'embed.js', 'widget.js'])('%s may not evaluate them', (entry) => {
    expect(() => assertStaffApart([embed], worker('import-statement', entry))).toThrow(
      'staff.js has worker/admin/admin-layout.tsx\nstaff.js has shared/texts/admin/en.data.ts',
    )
  })

  it.each([
    'islands/admin/client.ts',
    'node_modules/@mantine/core/esm/Button.mjs',
    'node_modules/@tanstack/query-core/build/index.js',
  ])('no visitor’s file has %s, a lazy one neither', (input) => {
    const visitors = metafile({ 'embed.js': output([]), 'lazy.js': output([input]) })
    expect(() => assertStaffApart([embed, visitors], worker('dynamic-import'))).toThrow(
      `lazy.js has ${input}`,
    )
  })
})
