import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { GIF_FIELDS } from '../../../shared/calls/site/own-gifs.ts'
import { CHOSEN_TYPES } from '../../../shared/schema/choices.ts'
import { isConflict, useAdmin, useChange, usePage } from '../admin.tsx'
import { RecordSection, SmallButton } from '../parts/elements.tsx'
import {
  type AdminField,
  Fields,
  type FormState,
  fits,
  optionsOf,
  pick,
  RATING_OPTIONS,
  submitOf,
  useForm,
} from '../parts/form.tsx'
import { editItem, readItem, tagsOf } from './item.tsx'

type LibraryItem = NonNullable<Awaited<ReturnType<typeof readItem>>>
type SeenItem = Parameters<typeof editItem>[1]

/** What is edited of an item, each with its label. */
const LABELS = {
  title: 'itemTitle',
  alt_text: 'alt',
  tags: 'tags',
  type: 'kind',
  rating: 'rating',
  source_post_url: 'source',
  is_indexable: 'listed',
} as const
type DetailName = keyof typeof LABELS
const NAMES = Object.keys(LABELS) as DetailName[]

type Details = Pick<LibraryItem, DetailName>
/** Details as the form has them: the tags joined by commas. */
type Draft = Omit<Details, 'tags'> & { tags: string }

const draftOf = (details: Details): Draft => ({ ...details, tags: details.tags.join(', ') })

const differ = (a: Details, b: Details) => NAMES.filter((name) => String(a[name]) !== String(b[name]))

/** The draft of an item's details, its save, and what another person has changed since it was begun. */
function useDetails(item: LibraryItem) {
  const { texts } = usePage('library')
  const [base, setBase] = useState(() => pick(item, NAMES))
  const [theirs, setTheirs] = useState<Details>()
  const form = useForm<Draft>(() => draftOf(base))
  const draft = form.values
  const details: Details = {
    ...draft,
    title: draft.title.trim(),
    alt_text: draft.alt_text.trim(),
    tags: tagsOf(draft.tags),
  }
  const save = useChange({
    list: 'library',
    write: async (changed: SeenItem) => {
      const seen = pick(base, Object.keys(changed) as DetailName[])
      try {
        await editItem(item.id, changed, seen)
      } catch (error) {
        const now = isConflict(error) && (await readItem(item.id))
        if (now) setTheirs(pick(now, NAMES))
        throw error
      }
      setBase({ ...base, ...changed } as Details)
      form.settle(draft)
    },
    message: () => texts.saved,
  })
  const settle = (isMine: boolean) => {
    if (!theirs) return
    setBase(theirs)
    if (!isMine) {
      form.set(draftOf(theirs))
      form.settle(draftOf(theirs))
    }
    setTheirs(undefined)
  }
  const changed = differ(details, base)
  return { form, base, theirs, changed, save, change: () => save.mutate(pick(details, changed)), settle }
}

/** An item's words and flags, for staff to change. What another person has changed since is shown, and not overwritten. */
export function DetailsForm({ item }: { item: LibraryItem }) {
  const { common, texts, role } = usePage('library')
  const { form, base, theirs, changed, save, change, settle } = useDetails(item)
  const { values } = form
  const tagsProblem = !fits(GIF_FIELDS.tags, values.tags) && texts.tagsWrong
  const linkProblem = !fits(GIF_FIELDS.source, values.source_post_url) && texts.linkWrong
  const rows: (Omit<AdminField, 'name' | 'label'> & { name: DetailName })[] = [
    { name: 'title', maxLength: 140 },
    { name: 'alt_text', type: 'lines', maxLength: 500 },
    { name: 'tags', description: texts.tagsHint, problem: tagsProblem },
    ...(base.type === 'video' ? [] : [{ name: 'type' as const, options: optionsOf(CHOSEN_TYPES, texts) }]),
    { name: 'rating', options: RATING_OPTIONS },
    { name: 'source_post_url', type: 'url', maxLength: 2048, problem: linkProblem },
    { name: 'is_indexable', type: 'check' },
  ]
  const fields = rows.map((row) => ({ ...row, label: texts[LABELS[row.name]] }))
  return (
    <RecordSection id="details" title={texts.details}>
      <StaffForm
        form={{ ...form, isSent: true }}
        fields={fields}
        submit={() => changed.length > 0 && change()}
        after={
          <>
            {theirs && <Theirs theirs={theirs} base={base} settle={settle} />}
            {role !== 'staff' && <p className="admin-soft">{texts.staffOnly}</p>}
          </>
        }
      >
        <Button type="submit" loading={save.isPending} disabled={changed.length === 0 || !!theirs}>
          {common.save}
        </Button>
      </StaffForm>
    </RecordSection>
  )
}

type StaffFormProps = {
  form: FormState
  fields: readonly AdminField[]
  submit: () => void
  after?: ReactNode
  /** Its buttons. */
  children: ReactNode
}

/** A form whose fields moderators see, and staff change. */
export function StaffForm({ form, fields, submit, after, children }: StaffFormProps) {
  const isStaff = useAdmin().role === 'staff'
  return (
    <form onSubmit={submitOf({ form, fields, submit })} noValidate>
      <fieldset className="admin-plain" disabled={!isStaff}>
        <Stack gap="sm">
          <Fields form={form} fields={fields} />
        </Stack>
      </fieldset>
      {after}
      {isStaff && (
        <Group justify="flex-end" mt="sm">
          {children}
        </Group>
      )}
    </form>
  )
}

type TheirsProps = { theirs: Details; base: Details; settle: (isMine: boolean) => void }

/** What another person has changed since, and whose words shall stay. */
function Theirs({ theirs, base, settle }: TheirsProps) {
  const { texts } = usePage('library')
  return (
    <div className="admin-notice admin-theirs" role="alert">
      <p>{texts.conflict}</p>
      <dl>
        {differ(theirs, base).map((name) => (
          <div key={name}>
            <dt>{texts[LABELS[name]]}</dt>
            <dd>
              <bdi>{textOf(theirs[name])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Group>
        <SmallButton onClick={() => settle(false)}>{texts.theirs}</SmallButton>
        <SmallButton onClick={() => settle(true)}>{texts.mine}</SmallButton>
      </Group>
    </div>
  )
}

const textOf = (value: Details[DetailName]): string => {
  if (typeof value === 'boolean') return value ? '✓' : '–'
  return [value].flat().join(', ') || '–'
}
