import { useRef, useState } from 'react'
import { HASH_IMPORT, type HashesAdded } from '../../../shared/schema/own/hashes.ts'
import { client, useChange, usePage, useRead, useSay } from '../admin.tsx'
import { RowButton, SmallButton } from '../parts/elements.tsx'
import { FormDialog, useConfirm, useForm } from '../parts/form.tsx'

const LISTS = 'known-hashes'

/** Of a file that is chosen, in MB. */
const FILE_MAX = 8

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
  const { ask, dialog } = useConfirm()
  const remove = (name: string) =>
    ask({
      list: LISTS,
      write: () => client.removeKnownHashes({ id: name }),
      message: () => fill(texts.listRemoved, { name }),
      title: fill(texts.listRemoveTitle, { name }),
      children: texts.listRemoveText,
      go: common.delete,
      danger: true,
      isAbove: true,
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
      after: <ChooseFile take={(lines) => form.set({ lines })} />,
    },
  ]
  const lists = data?.results ?? []
  return (
    <>
      <FormDialog
        title={texts.knownFiles}
        close={close}
        form={form}
        fields={fields}
        go={texts.import}
        size="lg"
        isBusy={add.isPending}
        submit={() => add.mutate({ ...form.values, list })}
        after={result && <Result {...result} />}
      >
        <p className="admin-soft admin-plain">{texts.knownFilesText}</p>
        {lists.length > 0 && (
          <div>
            <ul className="admin-known">
              {lists.map(({ list: name, sha256, phash }) => (
                <li key={name}>
                  <div>
                    <bdi>{name || texts.ownList}</bdi>
                    <span className="admin-soft">
                      {fill(texts.listCounts, { files: numberOf(sha256), alike: numberOf(phash) })}
                    </span>
                  </div>
                  {name && <RowButton text={common.delete} name={name} press={() => remove(name)} />}
                </li>
              ))}
            </ul>
            <a href="/api/v3/known-hashes/csv/" download="known-hashes.csv">
              {all.figures.download}
            </a>
          </div>
        )}
      </FormDialog>
      {dialog}
    </>
  )
}

/** What became of an import. */
function Result({ added, known, found, wrong }: HashesAdded) {
  const { texts, fill, numberOf } = usePage('takedowns')
  const counts = { added: numberOf(added), known: numberOf(known), found: numberOf(found) }
  return (
    <p role="status" className="admin-plain">
      {fill(texts.importResult, counts)}
      {wrong.length > 0 && ` ${fill(texts.wrongLines, { lines: wrong.map(({ line }) => line).join(', ') })}`}
    </p>
  )
}

/** Takes the text of a file. */
function ChooseFile({ take }: { take: (text: string) => void }) {
  const { texts, fill } = usePage('takedowns')
  const say = useSay()
  const input = useRef<HTMLInputElement>(null)
  async function choose(file: File | undefined) {
    if (!file) return
    if (file.size > FILE_MAX * 1e6) say({ text: fill(texts.fileLarge, { max: FILE_MAX }), isFailure: true })
    else take(await file.text())
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={texts.chooseFile}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <SmallButton onClick={() => input.current?.click()}>{texts.chooseFile}</SmallButton>
    </>
  )
}
