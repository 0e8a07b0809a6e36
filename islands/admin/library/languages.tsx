import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { LanguageCode } from '../../../shared/calls/site-fields.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Failed } from '../parts/list.tsx'
import { useChange } from '../parts/use-change.ts'

/** A tag in a language, and the item's own tag that it translates; '' for none. */
type Row = { lang: string; translation: string; tag: string }

/** An item's tags in other languages: what they are, one more, one less. */
export function Languages({ item }: { item: LibraryItem }) {
  const { texts: all, role, language } = useAdmin()
  const texts = all.library
  const { id } = item
  const { data, error, refetch } = useQuery({
    queryKey: ['library', 'languages', id],
    queryFn: ({ signal }) => client.tagTranslations({ id }, { signal }),
  })
  const add = useChange({
    of: 'library',
    write: ({ lang, translation, tag }: Row) =>
      client.addLanguageTags({ id, lang, tags: translation, ...(tag && { translates: tag }) }),
    said: ({ translation }) => interpolate(texts.tagAdded, { tag: translation }),
  })
  const remove = useChange({
    of: 'library',
    write: ({ lang, translation }: Row) => client.deleteLanguageTag({ id, lang, tag: translation }),
    said: ({ translation }) => interpolate(texts.tagRemoved, { tag: translation }),
  })
  const byLanguage = Map.groupBy(data?.results ?? [], ({ lang }) => lang)
  return (
    <section aria-labelledby="languages">
      <h3 id="languages">{texts.languages}</h3>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {data && byLanguage.size === 0 && <p className="admin-soft">{texts.noLanguages}</p>}
      <dl className="admin-languages">
        {[...byLanguage].map(([lang, rows]) => (
          <div key={lang}>
            <dt>{nameOf(lang, language)}</dt>
            <dd className="admin-actions">
              {rows.map((row) => (
                <span className="admin-tag" key={row.translation}>
                  <bdi lang={lang}>{row.translation}</bdi>
                  {row.tag && <bdi className="admin-soft">{row.tag}</bdi>}
                  {role === 'staff' && (
                    <CloseButton
                      size="sm"
                      aria-label={interpolate(texts.removeTag, { tag: row.translation })}
                      onClick={() => remove.mutate(row)}
                    />
                  )}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {role === 'staff' && <NewTag item={item} isBusy={add.isPending} add={(row) => add.mutate(row)} />}
    </section>
  )
}

/** A language's name in the page's language; its code for one that the browser refuses. */
function nameOf(lang: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(lang) ?? lang
  } catch {
    return lang
  }
}

type NewTagProps = { item: LibraryItem; isBusy: boolean; add: (row: Row) => void }

function NewTag({ item, isBusy, add }: NewTagProps) {
  const texts = useAdmin().texts.library
  const [row, setRow] = useState<Row>({ lang: '', translation: '', tag: '' })
  const [isSent, setSent] = useState(false)
  const langProblem = !v.is(LanguageCode, row.lang) && texts.languageWrong
  const tagProblem = (!row.translation.trim() || row.translation.includes(',')) && texts.tagNeeded
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (langProblem || tagProblem) return
    add({ ...row, translation: row.translation.trim() })
    setRow({ ...row, translation: '', tag: '' })
    setSent(false)
  }
  return (
    <form className="admin-new-tag" onSubmit={submit} noValidate>
      <TextInput
        label={texts.language}
        placeholder="de, pt-br"
        value={row.lang}
        maxLength={7}
        error={isSent && langProblem}
        onChange={({ currentTarget }) => setRow({ ...row, lang: currentTarget.value.trim() })}
      />
      <TextInput
        label={texts.tag}
        value={row.translation}
        maxLength={100}
        error={isSent && tagProblem}
        onChange={({ currentTarget }) => setRow({ ...row, translation: currentTarget.value })}
      />
      <NativeSelect
        label={texts.translates}
        value={row.tag}
        data={[{ value: '', label: texts.ofNone }, ...item.tags]}
        onChange={({ currentTarget }) => setRow({ ...row, tag: currentTarget.value })}
      />
      <Button type="submit" variant="light" loading={isBusy}>
        {texts.addTag}
      </Button>
    </form>
  )
}
