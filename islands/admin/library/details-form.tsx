import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { GIF_FIELDS } from '../../../shared/calls/site/own-gifs.ts'
import { RATINGS } from '../../../shared/schema/choices.ts'
import type { LibraryItem, SeenItem } from '../../../shared/schema/own/items.ts'
import { useAdmin } from '../admin-context.ts'
import { isConflict } from '../parts/is-conflict.ts'
import { useChange } from '../parts/use-change.ts'
import { tagsOf } from './bulk.ts'
import { editItem, readItem } from './write-item.ts'

/** What is edited of an item, each with its label. */
const LABELS = {
  title: 'itemTitle',
  alt_text: 'alt',
  tags: 'tags',
  rating: 'rating',
  source_post_url: 'source',
  is_indexable: 'listed',
} as const
type Field = keyof typeof LABELS
const FIELDS = Object.keys(LABELS) as Field[]

type Words = Pick<LibraryItem, Field>
const wordsOf = ({ title, alt_text, tags, rating, source_post_url, is_indexable }: Words): Words => ({
  title,
  alt_text,
  tags,
  rating,
  source_post_url,
  is_indexable,
})

const differ = (a: Words, b: Words) => FIELDS.filter((field) => String(a[field]) !== String(b[field]))
// A field keeps its type, which entries forget.
const pick = (words: Words, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, words[field]])) as SeenItem

/** An item's words and flags, for staff to change. What somebody else has changed meanwhile is shown, and never lost unseen. */
export function DetailsForm({ item }: { item: LibraryItem }) {
  const { texts: all, role } = useAdmin()
  const { common, library: texts } = all
  const [base, setBase] = useState(() => wordsOf(item))
  const [draft, setDraft] = useState(() => ({ ...base, tags: base.tags.join(', ') }))
  const [theirs, setTheirs] = useState<Words>()
  const set = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed })
  const words: Words = {
    ...draft,
    title: draft.title.trim(),
    alt_text: draft.alt_text.trim(),
    tags: tagsOf(draft.tags),
  }
  const changed = differ(words, base)
  const tagsProblem = !v.is(GIF_FIELDS.tags, draft.tags) && texts.tagsWrong
  const linkProblem = !v.is(GIF_FIELDS.source, draft.source_post_url) && texts.linkWrong

  const save = useChange({
    of: 'library',
    write: async (fields: SeenItem) => {
      const seen = pick(base, Object.keys(fields) as Field[])
      try {
        await editItem(item.id, fields, seen)
      } catch (error) {
        const now = isConflict(error) && (await readItem(item.id))
        if (now) setTheirs(wordsOf(now))
        throw error
      }
      setBase({ ...base, ...fields } as Words)
    },
    said: () => texts.saved,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!tagsProblem && !linkProblem && changed.length > 0) save.mutate(pick(words, changed))
  }
  const settle = (own: boolean) => {
    if (!theirs) return
    setBase(theirs)
    if (!own) setDraft({ ...theirs, tags: theirs.tags.join(', ') })
    setTheirs(undefined)
  }
  return (
    <section aria-labelledby="details">
      <h3 id="details">{texts.details}</h3>
      <form onSubmit={submit} noValidate>
        <fieldset className="admin-plain" disabled={role !== 'staff'}>
          <Stack gap="sm">
            <TextInput
              label={texts.itemTitle}
              value={draft.title}
              maxLength={140}
              onChange={({ currentTarget }) => set({ title: currentTarget.value })}
            />
            <Textarea
              label={texts.alt}
              value={draft.alt_text}
              maxLength={500}
              onChange={({ currentTarget }) => set({ alt_text: currentTarget.value })}
            />
            <TextInput
              label={texts.tags}
              description={texts.tagsHint}
              value={draft.tags}
              error={tagsProblem}
              onChange={({ currentTarget }) => set({ tags: currentTarget.value })}
            />
            <NativeSelect
              label={texts.rating}
              value={draft.rating}
              data={RATINGS.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={({ currentTarget }) => set({ rating: currentTarget.value as Words['rating'] })}
            />
            <TextInput
              type="url"
              label={texts.source}
              value={draft.source_post_url}
              maxLength={2048}
              error={linkProblem}
              onChange={({ currentTarget }) => set({ source_post_url: currentTarget.value.trim() })}
            />
            <Checkbox
              label={texts.listed}
              checked={draft.is_indexable}
              onChange={({ currentTarget }) => set({ is_indexable: currentTarget.checked })}
            />
          </Stack>
        </fieldset>
        {theirs && (
          <div className="admin-notice admin-theirs" role="alert">
            <p>{texts.conflict}</p>
            <dl>
              {differ(theirs, base).map((field) => (
                <div key={field}>
                  <dt>{texts[LABELS[field]]}</dt>
                  <dd>
                    <bdi>{shown(theirs[field])}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
            <Group>
              <Button variant="default" size="xs" onClick={() => settle(false)}>
                {texts.theirs}
              </Button>
              <Button variant="default" size="xs" onClick={() => settle(true)}>
                {texts.mine}
              </Button>
            </Group>
          </div>
        )}
        {role === 'staff' ? (
          <Group justify="flex-end" mt="sm">
            <Button
              type="submit"
              loading={save.isPending}
              disabled={changed.length === 0 || theirs !== undefined}
            >
              {common.save}
            </Button>
          </Group>
        ) : (
          <p className="admin-soft">{texts.staffOnly}</p>
        )}
      </form>
    </section>
  )
}

const shown = (value: Words[Field]): string => {
  if (typeof value === 'boolean') return value ? '✓' : '–'
  return [value].flat().join(', ') || '–'
}
