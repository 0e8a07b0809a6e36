import { useState } from 'react'
import { ownSiteCalls } from '../../../shared/calls/catalogue.ts'
import { own } from '../../../shared/own.ts'
import { LISTINGS, type OwnCategory } from '../../../shared/schema/own/listings.ts'
import { byStatus, isAbout, usePage } from '../admin.tsx'
import { tagsOf } from '../library/item.tsx'
import { languageName } from '../library/languages.tsx'
import { type AdminField, ChangeDialog, fits, useForm } from '../parts/form.tsx'
import { gifIdsOf } from '../parts/items.tsx'
import { ItemsOrder, OneItem } from '../parts/items-order.tsx'
import { useActs } from './acts.ts'
import { CATEGORIES, type CategoryTree, changeOf, creationOf } from './categories.ts'
import {
  type CategoryValues,
  changedFields,
  fieldsOf,
  languagesOf,
  NEW_CATEGORY,
  nameField,
  valuesOf,
} from './category-draft.ts'
import { areSame } from './words.ts'

const { name: Name, tags: Tags } = ownSiteCalls.createCategory.input.entries
const SLUG = /^[a-z0-9_-]{0,64}$/

type Props = {
  /** undefined for a new one. */
  row: OwnCategory | undefined
  /** What a new one is below; null on the first level. */
  parent: string | null
  tree: readonly CategoryTree[]
  close: () => void
}

/** What a category is called, and what it holds. */
export function CategoryForm({ row, parent, tree, close }: Props) {
  const { common, texts, fill } = usePage('categories')
  // As it was seen: the list may be read again while the dialog is open.
  const [before] = useState<OwnCategory>(row ?? { ...NEW_CATEGORY, parent })
  const form = useForm(() => valuesOf(before))
  const [ids, setIds] = useState<readonly string[]>(before.gif_ids)
  const fields = fieldsOf(form.values, before, ids)
  const changed = changedFields(fields, before)
  const isChanged = form.isChanged || !areSame(ids, before.gif_ids)
  const said = fill(row ? texts.saved : texts.created, { name: fields.name })
  const failure = (error: unknown) =>
    isAbout(error, 'cover') || isAbout(error, 'gif_ids')
      ? texts.itemGone
      : byStatus({ 404: texts.gone, 409: texts.slugTaken })(error)
  return (
    <ChangeDialog
      {...useActs(CATEGORIES, failure)}
      input={row ? changeOf(before, changed, said) : creationOf(fields, said)}
      isSame={row !== undefined && Object.keys(changed).length === 0}
      close={close}
      size="lg"
      title={row ? fill(texts.editTitle, { name: before.name }) : texts.add}
      form={{ ...form, isChanged }}
      fields={useFields(form.values, before, tree)}
      after={
        <>
          <OneItem id={fields.cover ?? ''} take={(cover) => form.set({ cover })} />
          <ItemsOrder legend={common.gifs} max={LISTINGS.gifIds} ids={ids} change={setIds} />
        </>
      }
      go={row ? common.save : texts.add}
    />
  )
}

/** The fields of a category's form, checked as the calls check them. */
function useFields(values: CategoryValues, before: OwnCategory, tree: readonly CategoryTree[]): AdminField[] {
  const { common, texts, language, fill } = usePage('categories')
  const { name, slug, cover, tags } = values
  const { path } = before
  const isNew = path === ''
  const hasBelow = tree.some(({ top, below }) => top.path === path && below.length > 0)
  const above = hasBelow ? [] : tree.map(({ top }) => top).filter((top) => top.path !== path)
  const options = [
    { value: '', label: texts.top },
    ...above.map((top) => ({ value: top.slug, label: top.name })),
  ]
  const slugProblem =
    (!SLUG.test(slug.trim()) && texts.slugWrong) ||
    (isNew && !slug.trim() && name.trim() && !/[a-z0-9]/i.test(name) && texts.slugNeeded)
  const coverProblem = gifIdsOf(cover).wrong.length > 0 && texts.coverWrong
  const tagsProblem = !fits(Tags, tagsOf(tags)) && texts.tagsWrong
  const nameProblem = name.trim() ? !fits(Name, name) && texts.nameWrong : common.nameNeeded
  return [
    {
      name: 'name',
      label: texts.name,
      description: texts.nameHint,
      maxLength: 50,
      problem: nameProblem,
      isFirst: true,
    },
    { name: 'parent', label: texts.parent, options },
    {
      name: 'slug',
      label: common.slug,
      description: isNew ? texts.slugHint : undefined,
      maxLength: 64,
      problem: slugProblem,
    },
    ...languagesOf(before).map((lang) => ({
      name: nameField(lang),
      label: fill(texts.nameIn, { language: languageName(lang, language) }),
      maxLength: 50,
      problem: (own(values, nameField(lang)) ?? '').trim().startsWith('@') && texts.nameWrong,
    })),
    { name: 'tags', label: texts.tags, description: texts.tagsHint, problem: tagsProblem },
    { name: 'cover', label: texts.cover, description: texts.coverHint, problem: coverProblem },
  ]
}
