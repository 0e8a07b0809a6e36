import { expect, it } from 'vitest'
import { filesOf, inputsHash } from './inputs.ts'

it.each([
  [
    'server',
    ['bench/server/targets.ts', 'worker/app.ts', 'worker/embed/page.tsx', 'worker/widgets/widget.tsx'],
  ],
  ['client', ['bench/client/visit.ts', 'worker/embed/page.tsx', 'islands/embed/hover-footer.tsx']],
  ['search', ['origin/search/plan.ts', 'seed/library.json']],
  ['load', ['bench/serve/pressure.ts', 'tools/server/turns.ts']],
] as const)(
  '%s has what it measures as an input, and not the pages of staff and people',
  async (part, wanted) => {
    const files = await filesOf(part)
    expect(files).toEqual(expect.arrayContaining([...wanted]))
    expect(files.filter((path) => /^(islands|worker)\/(admin|people|public)\/.*\.tsx$/.test(path))).toEqual(
      [],
    )
  },
)

it('the same files have the same hash', async () => {
  expect(await inputsHash('pickers')).toBe(await inputsHash('pickers'))
  expect(await inputsHash('pickers')).not.toBe(await inputsHash('widgets'))
})
