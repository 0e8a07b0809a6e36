import { useState } from 'react'
import { HASH_IMPORT, type HashesAdded } from '../../../shared/schema/own/hashes.ts'
import { client, useChange, usePage, useRead } from '../admin.tsx'
import { RowButton } from '../parts/elements.tsx'
import { FormDialog, useForm } from '../parts/form.tsx'

const LISTS = 'known-hashes'

/** Lines of a file in pieces that one import takes, each with the number of lines before it. */
function piecesOf(text: string): { lines: string; before: number }[] {
  const all = text.split('\n')
  const size = Math.min(
    HASH_IMPORT.lines,
    Math.floor(HASH_IMPORT.characters / Math.max(...all.map(({ length }) => length + 1))),
  )
  return Array.from({ length: Math.ceil(all.length / Math.max(1, size)) }, (_, n) => ({
    lines: all.slice(n * size, (n + 1) * size).join('\n'),
    before: n * size,
  }))
}

/** Imports a list piece by piece: what is sent again adds nothing. */
async function importAll(list: string, text: string): Promise<HashesAdded> {
  const sum: HashesAdded = { added: 0, known: 0, found: 0, wrong: [] }
  for (const { lines, before } of piecesOf(text)) {
    const part = await client.addKnownHashes({ list, lines })
    if (!part) continue
    sum.added += part.added
    sum.known += part.known
    sum.found += part.found
    sum.wrong.push(...part.wrong.map(({ line, problem }) => ({ line: line + before, problem })))
  }
  return sum
}

/** Lists of files that may not come back: imports one, saves all of them, removes one. */
export function KnownFiles({ close }: { close: () => void }) {
  const { all, common, texts, fill, numberOf } = usePage('takedowns')
  const { data } = useRead([LISTS], client.knownHashes, {})
  const [result, setResult] = useState<HashesAdded>()
  const form = useForm({ list: '', lines: '' })
  const list = form.values.list.trim()
  const add = useChange({
    list: LISTS,
    write: async ({ list, lines }: typeof form.values) => setResult(await importAll(list, lines)),
    message: ({ list }) => fill(texts.imported, { name: list }),
    done: () => form.settle(form.values),
  })
  const remove = useChange({
    list: LISTS,
    write: (id: string) => client.removeKnownHashes({ id }),
    message: (name) => fill(texts.listRemoved, { name }),
  })
  const fields = [
    {
      name: 'list',
      label: texts.listName,
      maxLength: 64,
      problem: !/^[\w-]{1,64}$/.test(list) && texts.listWrong,
    },
    {
      name: 'lines',
      type: 'lines' as const,
      label: texts.hashes,
      description: texts.hashesHint,
      rows: 6,
      problem: !form.values.lines.trim() && texts.hashesNeeded,
      after: (
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label={all.library.uploadChoose}
          onChange={async ({ currentTarget }) =>
            form.set({ lines: (await currentTarget.files?.[0]?.text()) ?? '' })
          }
        />
      ),
    },
  ]
  return (
    <FormDialog
      title={texts.knownFiles}
      close={close}
      form={form}
      fields={fields}
      go={texts.import}
      size="lg"
      isBusy={add.isPending}
      submit={() => add.mutate({ ...form.values, list })}
      after={
        <>
          {result && (
            <p role="status">
              {fill(texts.importResult, {
                added: numberOf(result.added),
                known: numberOf(result.known),
                found: numberOf(result.found),
              })}
              {result.wrong.length > 0 &&
                ` ${fill(texts.wrongLines, { lines: result.wrong.map(({ line }) => line).join(', ') })}`}
            </p>
          )}
          <ul className="admin-lines">
            {data?.results.map(({ list: name, sha256, phash }) => (
              <li key={name}>
                <bdi>{name || texts.ownList}</bdi>
                <span className="admin-soft">
                  {fill(texts.listCounts, { files: numberOf(sha256), alike: numberOf(phash) })}
                </span>
                {name && <RowButton text={common.delete} name={name} press={() => remove.mutate(name)} />}
              </li>
            ))}
          </ul>
          <a href="/api/v3/known-hashes/csv/" download="known-hashes.csv">
            {texts.export}
          </a>
        </>
      }
    >
      {texts.knownFilesText}
    </FormDialog>
  )
}
