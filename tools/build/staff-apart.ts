import type { Metafile } from 'esbuild'
import { closure, entryOf } from './module-graph.ts'

/** What only staff pages use: their code, their words and their libraries. */
const STAFF = [
  'islands/admin/',
  'shared/texts/admin/',
  'worker/admin/',
  'node_modules/@mantine/',
  'node_modules/@tanstack/',
]

type Outputs = Metafile['outputs']

const staffInputs = (outputs: Outputs, paths: Iterable<string>): string[] =>
  [...paths].flatMap((path) =>
    Object.entries(outputs[path]?.inputs ?? {})
      .filter(([input, { bytesInOutput }]) => bytesInOutput > 0 && STAFF.some((part) => input.includes(part)))
      .map(([input]) => `${path} has ${input}`),
  )

/**
 * Staff pages cost nobody else anything: no file that a visitor's page can load has a byte of them, and neither the Worker's
 * start nor an embed or a widget evaluates them.
 * @param visitors the builds of the browser's code, but for the staff's own
 * @throws Error naming each file and what it has
 */
export function assertStaffApart(visitors: readonly Metafile[], worker: Metafile): void {
  const ways = ['worker/index.ts', 'worker/embed/page.tsx', 'worker/widgets/widget.tsx']
  const evaluated = ways.flatMap((source) => [...closure(worker.outputs, entryOf(worker.outputs, source))])
  const found = [
    ...visitors.flatMap(({ outputs }) => staffInputs(outputs, Object.keys(outputs))),
    ...staffInputs(worker.outputs, new Set(evaluated)),
  ]
  if (found.length > 0) throw new Error(`Staff pages cost visitors bytes:\n${found.join('\n')}`)
}
