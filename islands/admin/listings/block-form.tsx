import { useState } from 'react'
import { BLOCK_KINDS, type OwnBlockRow } from '../../../shared/schema/own/channels.ts'
import { isAbout, isConflict, usePage } from '../admin.tsx'
import { type AdminField, ChangeDialog, type FormState, optionsOf, useForm } from '../parts/form.tsx'
import { useActs } from './acts.ts'
import { BLOCK_ITEMS_MAX, BlockChannels, BlockGifs } from './block-items.tsx'
import { BLOCKS, type BlockFields, writeOf } from './blocks.ts'
import { areSame } from './words.ts'

const NEW: BlockFields = { token: '', kind: 'gifs', title: '', body: '', items: [] }
const TOKEN = /^[\w-]{1,64}$/

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

type Values = Omit<BlockFields, 'items'> & { searches: string }

/** What a block says, and what it lists. */
export function BlockForm({ row, close }: { row?: OwnBlockRow; close: () => void }) {
  const { common, texts, fill } = usePage('blocks')
  // As it was seen: the list may be read again while the dialog is open.
  const [before] = useState<BlockFields>(row ?? NEW)
  const { items: first, token, kind, title, body } = before
  const searches = kind === 'searches' ? first.join('\n') : ''
  const form = useForm<Values>({ token, kind, title, body, searches })
  const [items, setItems] = useState<readonly string[]>(first)
  const { values } = form
  const block: BlockFields = {
    token: values.token.trim(),
    kind: values.kind,
    title: values.title.trim(),
    body: values.body.trim(),
    items: values.kind === 'text' ? [] : values.kind === 'searches' ? linesOf(values.searches) : [...items],
  }
  const failure = (error: unknown) => {
    if (isAbout(error, 'items')) return texts.itemGone
    return isConflict(error) ? texts.full : undefined
  }
  const set: FormState['set'] = (changed) => {
    if ('kind' in changed) setItems(changed.kind === kind ? first : [])
    form.set(changed)
  }
  return (
    <ChangeDialog
      {...useActs(BLOCKS, failure)}
      input={writeOf(row, block, fill(texts.saved, { name: block.token }))}
      close={close}
      size="lg"
      title={row ? fill(texts.editTitle, { name: token }) : texts.add}
      form={{ ...form, set, isChanged: form.isChanged || !areSame(items, first) }}
      fields={useFields(values, row !== undefined)}
      after={
        <>
          {values.kind === 'gifs' && <BlockGifs items={items} change={setItems} />}
          {values.kind === 'channels' && <BlockChannels items={items} change={setItems} />}
        </>
      }
      go={row ? common.save : texts.add}
    />
  )
}

function useFields({ token, kind, searches }: Values, isThere: boolean): AdminField[] {
  const { texts } = usePage('blocks')
  const lines = linesOf(searches)
  const isFine = lines.length <= BLOCK_ITEMS_MAX && lines.every((line) => /^[^\p{Cc},]{1,100}$/u.test(line))
  const tokenField: AdminField = {
    name: 'token',
    label: texts.token,
    description: texts.tokenHint,
    maxLength: 64,
    problem: !TOKEN.test(token.trim()) && texts.tokenWrong,
    isFirst: true,
  }
  return [
    ...(isThere ? [] : [tokenField]),
    { name: 'kind', label: texts.kind, options: optionsOf(BLOCK_KINDS, texts) },
    { name: 'title', label: texts.heading, maxLength: 200 },
    { name: 'body', label: texts.body, type: 'lines', rows: 3, maxLength: 5000 },
    ...(kind === 'searches'
      ? [
          {
            name: 'searches',
            label: texts.searches,
            type: 'lines' as const,
            description: texts.searchesHint,
            rows: 6,
            problem: !isFine && texts.searchesWrong,
          },
        ]
      : []),
  ]
}
