import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ownSiteCalls } from '../../../shared/calls/catalogue.ts'
import type { OwnSynonym } from '../../../shared/schema/own/listings.ts'
import { languages } from '../../../shared/texts/languages.ts'
import { byStatus, useChange, usePage } from '../admin.tsx'
import { tagsOf } from '../library/item.tsx'
import { languageName } from '../library/languages.tsx'
import { useActs } from '../listings/acts.ts'
import { changingOf, creationOf, deletionOf, readSynonyms, SYNONYM_FILTERS } from '../listings/synonyms.ts'
import { RowButton } from '../parts/elements.tsx'
import { type AdminField, ChangeDialog, fits, optionsOf, useForm } from '../parts/form.tsx'
import { type Column, ListPage } from '../parts/list.tsx'
import { amend } from '../place.ts'

const { words: Words } = ownSiteCalls.createSynonym.input.entries
const SYNONYMS = 'synonyms'

/** A link to the page opens the form with this word. */
const WORD = 'word'

/** The word of the address, which a reload does not ask for again. */
function wordAsked(): string | undefined {
  const url = new URL(location.href)
  const word = url.searchParams.get(WORD) ?? undefined
  url.searchParams.delete(WORD)
  if (word !== undefined) amend(url)
  return word
}

type Fields = Omit<OwnSynonym, 'id'>

/** What is open: a synonym, or a new one. */
type Open = { row?: OwnSynonym; word?: string }

/** `/admin/synonyms`: words that also find what others mean. */
export default function SynonymsPage() {
  const { common, texts, language } = usePage('synonyms')
  const [open, show] = useState<Open | undefined>(() => {
    const word = wordAsked()
    return word === undefined ? undefined : { word }
  })
  const options = languages.map((lang) => ({ value: lang, label: languageName(lang, language) }))
  return (
    <ListPage
      page="synonyms"
      action={<Button onClick={() => show({})}>{texts.add}</Button>}
      filters={SYNONYM_FILTERS}
      fields={[
        { name: 'q', type: 'search', label: common.search, maxLength: 50 },
        { name: 'language', label: texts.language, options: [{ value: '', label: common.all }, ...options] },
      ]}
      read={readSynonyms}
      open={(row) => show({ row })}
      sorts={[{ title: texts.added, sort: 'when' }]}
      columns={useColumns(show)}
    >
      {open && <SynonymForm {...open} close={() => show(undefined)} />}
    </ListPage>
  )
}

function useColumns(show: (open: Open) => void): Column<OwnSynonym>[] {
  const { common, texts, language } = usePage('synonyms')
  const change = useChange(useActs(SYNONYMS))
  const means = ({ means }: OwnSynonym) =>
    means.length > 0 ? <bdi>{means.join(', ')}</bdi> : <span className="admin-soft">{texts.eachOther}</span>
  const actions = (row: OwnSynonym) => {
    const [name = ''] = row.words
    return (
      <Group gap="xs">
        <RowButton text={common.edit} name={name} press={() => show({ row })} />
        <RowButton
          text={common.delete}
          name={name}
          press={() => change.mutate(deletionOf(row, texts.removed))}
        />
      </Group>
    )
  }
  return [
    { title: texts.words, cell: ({ words }) => <bdi>{words.join(', ')}</bdi>, sort: 'words', width: '34%' },
    { title: texts.means, cell: means, width: '34%' },
    { title: texts.language, cell: ({ lang }) => (lang ? languageName(lang, language) : texts.anyLanguage) },
    { title: common.actions, end: true, cell: actions },
  ]
}

const WAYS = ['one', 'both'] as const

type Form = { words: string; way: (typeof WAYS)[number]; means: string; lang: string }

const isFine = (words: readonly string[]) =>
  fits(Words, words) && words.every((word) => /[\p{L}\p{N}]/u.test(word))

function useFields({ words, way, means }: Form, own: string): AdminField[] {
  const { texts, language } = usePage('synonyms')
  const isOneWay = way === 'one'
  const list = tagsOf(words)
  const wordsProblem =
    (!isFine(list) && texts.wordsWrong) || (!isOneWay && list.length < 2 && texts.twoNeeded)
  const langs = [...new Set<string>([...languages, ...(own ? [own] : [])])]
  const chosen = langs.map((lang) => ({ value: lang, label: languageName(lang, language) }))
  return [
    { name: 'way', label: texts.way, options: optionsOf(WAYS, { one: texts.oneWay, both: texts.bothWays }) },
    {
      name: 'words',
      label: isOneWay ? texts.words : texts.allWords,
      description: isOneWay ? texts.wordsHint : texts.allWordsHint,
      maxLength: 1100,
      problem: wordsProblem,
      isFirst: true,
    },
    ...(isOneWay
      ? [
          {
            name: 'means',
            label: texts.means,
            description: texts.meansHint,
            maxLength: 1100,
            problem: !isFine(tagsOf(means)) && texts.wordsWrong,
          },
        ]
      : []),
    {
      name: 'lang',
      label: texts.language,
      description: texts.languageHint,
      options: [{ value: '', label: texts.anyLanguage }, ...chosen],
    },
  ]
}

/** Which words mean what. */
function SynonymForm({ row, word = '', close }: Open & { close: () => void }) {
  const { common, texts, fill } = usePage('synonyms')
  const [before] = useState<Fields>(() => row ?? { words: word ? [word] : [], means: [], lang: '' })
  const form = useForm<Form>({
    words: before.words.join(', '),
    means: before.means.join(', '),
    way: row && row.means.length === 0 ? 'both' : 'one',
    lang: before.lang,
  })
  const { way, lang } = form.values
  const words = tagsOf(form.values.words)
  const fields: Fields = { words, means: way === 'one' ? tagsOf(form.values.means) : [], lang }
  const said = fill(texts.saved, { words: words.join(', ') })
  return (
    <ChangeDialog
      {...useActs(SYNONYMS, byStatus({ 400: texts.wordsWrong, 404: texts.gone, 409: texts.full }))}
      input={row ? changingOf(row, fields, said) : creationOf(fields, said)}
      close={close}
      title={row ? texts.editTitle : texts.add}
      form={form}
      fields={useFields(form.values, before.lang)}
      go={row ? common.save : texts.add}
    />
  )
}
