import { Button, CloseButton } from '@mantine/core'
import { LanguageCode } from '../../../shared/calls/fields.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, useAdmin, useChange, usePage, useRead } from '../admin.tsx'
import { Failed, RecordSection } from '../parts/elements.tsx'
import { type AdminField, Fields, fits, submitOf, useForm } from '../parts/form.tsx'

/** A tag in a language, and the item's own tag that it translates; '' for none. */
type Translation = { lang: string; translation: string; tag: string }

/** An item's tags in other languages: what they are, one more, one less. */
export function Languages({ item }: { item: LibraryItem }) {
  const { texts, role, language, fill } = usePage('library')
  const { id } = item
  const { data, error, refetch } = useRead(['library', 'languages', id], client.tagTranslations, { id })
  const remove = useChange({
    list: 'library',
    write: ({ lang, translation }: Translation) => client.deleteLanguageTag({ id, lang, tag: translation }),
    message: ({ translation }) => fill(texts.tagRemoved, { tag: translation }),
  })
  const byLanguage = [...Map.groupBy(data?.results ?? [], ({ lang }) => lang)]
  return (
    <RecordSection id="languages" title={texts.languages}>
      {error && <Failed error={error} retry={refetch} />}
      {data && byLanguage.length === 0 && <p className="admin-soft">{texts.noLanguages}</p>}
      <dl className="admin-languages">
        {byLanguage.map(([lang, rows]) => (
          <div key={lang}>
            <dt>{languageName(lang, language)}</dt>
            <dd className="admin-actions">
              {rows.map((row) => (
                <Tag key={row.translation} row={row} remove={() => remove.mutate(row)} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {role === 'staff' && <NewTag item={item} />}
    </RecordSection>
  )
}

function Tag({ row: { lang, translation, tag }, remove }: { row: Translation; remove: () => void }) {
  const { texts, role, fill } = useAdmin()
  return (
    <span className="admin-tag">
      <bdi lang={lang}>{translation}</bdi>
      {tag && <bdi className="admin-soft">{tag}</bdi>}
      {role === 'staff' && (
        <CloseButton
          size="sm"
          aria-label={fill(texts.common.removeTag, { tag: translation })}
          onClick={remove}
        />
      )}
    </span>
  )
}

/** A language's name in the page's language; its code for one that the browser refuses. */
export function languageName(lang: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(lang) ?? lang
  } catch {
    return lang
  }
}

function NewTag({ item: { id, tags } }: { item: LibraryItem }) {
  const { common, texts, fill } = usePage('library')
  const form = useForm<Translation>({ lang: '', translation: '', tag: '' })
  const { lang, tag } = form.values
  const translation = form.values.translation.trim()
  const langProblem = !fits(LanguageCode, lang) && texts.languageWrong
  const tagProblem = (!translation || translation.includes(',')) && texts.tagNeeded
  const add = useChange({
    list: 'library',
    write: ({ lang, translation, tag }: Translation) =>
      client.addLanguageTags({ id, lang, tags: translation, ...(tag && { translates: tag }) }),
    message: ({ translation }) => fill(texts.tagAdded, { tag: translation }),
  })
  const code = { placeholder: 'de, pt-br', maxLength: 7 }
  const fields: AdminField[] = [
    { name: 'lang', label: texts.language, ...code, problem: langProblem, clean: (text) => text.trim() },
    { name: 'translation', label: common.tag, maxLength: 100, problem: tagProblem },
    { name: 'tag', label: texts.translates, options: [{ value: '', label: texts.ofNone }, ...tags] },
  ]
  const submit = () => {
    add.mutate({ lang, translation, tag })
    form.set({ translation: '', tag: '' })
    form.settle({ lang, translation: '', tag: '' })
    form.setSent(false)
  }
  return (
    <form className="admin-new-tag" onSubmit={submitOf({ form, fields, submit })} noValidate>
      <Fields form={form} fields={fields} />
      <Button type="submit" variant="light" loading={add.isPending}>
        {common.add}
      </Button>
    </form>
  )
}
