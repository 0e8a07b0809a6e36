import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OwnCategory } from '../../../shared/schema/own/listings.ts'
import { client, useChange, usePage, useRead } from '../admin.tsx'
import { useActs } from '../listings/acts.ts'
import {
  CATEGORIES,
  type CategoryTree,
  deletionOf,
  isOffered,
  moveOf,
  treeOf,
} from '../listings/categories.ts'
import { CategoryForm } from '../listings/category-form.tsx'
import { Failed, Loading, Notice, PageTop, RowButton, SmallPicture, StateBadge } from '../parts/elements.tsx'
import { ChangeDialog } from '../parts/form.tsx'
import { useItem } from '../parts/items.tsx'
import { Ordered } from '../parts/order.tsx'

/** What is open: a form, of a new one too, or the question before a category is deleted. */
type Open = { row?: OwnCategory; parent?: string; isDeleting?: true }

type ShowProps = { show: (open: Open) => void }

/** `/admin/categories`: both levels of categories, what each holds, and their order. */
export default function CategoriesPage() {
  const { texts } = usePage('categories')
  const { data, error, refetch } = useRead([CATEGORIES], client.libraryCategories, {})
  const [open, show] = useState<Open>()
  const close = () => show(undefined)
  const tree = treeOf(data?.results ?? [])
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => show({})}>{texts.add}</Button>
      </PageTop>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && !error && tree.length === 0 && <Notice text={texts.empty} />}
      {tree.length > 0 && !error && (
        <section className="admin-card admin-sheet" aria-label={texts.title}>
          <Level rows={tree.map(({ top }) => top)} tree={tree} show={show} />
        </section>
      )}
      {open && !open.isDeleting && (
        <CategoryForm row={open.row} parent={open.parent ?? null} tree={tree} close={close} />
      )}
      {open?.isDeleting && open.row && <DeleteCategory row={open.row} tree={tree} close={close} />}
    </>
  )
}

type LevelProps = ShowProps & {
  rows: readonly OwnCategory[]
  /** What is below each; without it they are subcategories. */
  tree?: readonly CategoryTree[]
}

/** The categories of a level, in their order. */
function Level({ rows, tree, show }: LevelProps) {
  const { all, texts, fill } = usePage('categories')
  const change = useChange({ ...useActs(CATEGORIES), isInTurn: true })
  const nameOf = (at: number) => rows[at]?.name ?? ''
  const belowOf = ({ path }: OwnCategory) => tree?.find(({ top }) => top.path === path)?.below ?? []
  const move = (from: number, to: number) => {
    const act = moveOf(rows, from, to, fill(texts.moved, { name: nameOf(from) }))
    if (act) change.mutate(act)
  }
  return (
    <Ordered
      rows={rows.map((row) => {
        const below = belowOf(row)
        return {
          key: row.path,
          face: <CategoryName row={row} below={below} />,
          below: below.length > 0 && (
            <div className="admin-order-below">
              <Level rows={below} show={show} />
            </div>
          ),
        }
      })}
      nameOf={(act, at) => fill(all.channels[act === 'up' ? 'up' : 'down'], { tag: nameOf(at) })}
      put={move}
      more={(at) => rows[at] && <Actions row={rows[at]} isTop={tree !== undefined} show={show} />}
    />
  )
}

const Cover = ({ id }: { id: string }) => <SmallPicture gif={useItem(id).data} />

type NameProps = { row: OwnCategory; below: readonly OwnCategory[] }

/** A category's cover and name, and how much it holds. */
function CategoryName({ row, below }: NameProps) {
  const { texts, fill, numberOf } = usePage('categories')
  const hasOthers = row.items === 0 && isOffered({ top: row, below })
  return (
    <span className="admin-item">
      {row.cover && <Cover id={row.cover} />}
      <span>
        <bdi>{row.name}</bdi> <code className="admin-soft">{row.path}</code>
        <br />
        {isOffered({ top: row, below }) ? (
          <span className="admin-soft">
            {hasOthers ? texts.holdsBelow : fill(texts.holds, { count: numberOf(row.items) })}
          </span>
        ) : (
          <StateBadge className="admin-badge">{texts.holdsNothing}</StateBadge>
        )}
      </span>
    </span>
  )
}

function Actions({ row, isTop, show }: ShowProps & { row: OwnCategory; isTop: boolean }) {
  const { common, texts } = usePage('categories')
  const { name, slug } = row
  return (
    <>
      {isTop && <RowButton text={texts.addBelow} name={name} press={() => show({ parent: slug })} />}
      <RowButton text={common.edit} name={name} press={() => show({ row })} />
      <RowButton text={common.delete} name={name} press={() => show({ row, isDeleting: true })} />
    </>
  )
}

type DeleteProps = { row: OwnCategory; tree: readonly CategoryTree[]; close: () => void }

/** Deletes a category, after saying what goes with it. */
function DeleteCategory({ row, tree, close }: DeleteProps) {
  const { common, texts, fill } = usePage('categories')
  const below = tree.find(({ top }) => top.path === row.path)?.below ?? []
  const names = below.map(({ name }) => name).join(', ')
  return (
    <ChangeDialog
      {...useActs(CATEGORIES)}
      input={deletionOf(row, fill(texts.removed, { name: row.name }))}
      close={close}
      title={fill(texts.removeTitle, { name: row.name })}
      go={common.delete}
      danger
    >
      <p>{texts.removeText}</p>
      {names && <p>{fill(texts.removeBelow, { names })}</p>}
    </ChangeDialog>
  )
}
