import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, usePage } from '../admin.tsx'
import { useChannelField } from '../channels/channel-field.tsx'
import { type AdminField, FormDialog, optionsOf, RATING_OPTIONS, useForm } from '../parts/form.tsx'
import type { Job } from './bulk.ts'
import {
  type BulkFields,
  cleanName,
  fieldsNow,
  giveTo,
  restoreItem,
  STEPS,
  tagsOf,
  takeDown,
  type VisibilityStep,
  type Wish,
  wishedFields,
  writeFields,
} from './item.tsx'
import { reasonField } from './item-actions.tsx'

/** The most tags of an item, and characters of a tag. */
const TAGS_MAX = 40
const TAG_MAX = 100

const STEPS_OF_MODERATORS: readonly VisibilityStep[] = ['hide', 'show']
const STEPS_OF_STAFF = Object.keys(STEPS) as VisibilityStep[]

type Change = { item: LibraryItem; fields: BulkFields; owner: string; channel: string }

const areWrong = (wish: Wish, changes: readonly Change[]) =>
  wish.add.some((tag) => tag.length > TAG_MAX) ||
  changes.some(({ fields: { tags = [] } }) => tags.length > TAGS_MAX)

const isChange = ({ fields, owner, channel }: Change) =>
  Object.keys(fields).length > 0 || owner !== '' || channel !== ''

const isIn = async (channel: string, gif: string) =>
  (await client.gifChannels({ gif }))?.results.some(({ id }) => String(id) === channel)

/**
 * The write of an item's changes, and the one that takes them back. Owner and channel may be written twice, so they come first: what
 * has failed is sent again whole.
 */
function jobOf({ item, fields, owner, channel }: Change): Job {
  const gif = item.id
  const now = { ...item, ...fields }
  // What is in the channel already stays there when the rest is taken back.
  let isAdded = false
  return {
    item,
    async write() {
      if (channel && !(await isIn(channel, gif))) {
        await client.addChannelGif({ channel, gif })
        isAdded = true
      }
      if (owner) await giveTo(gif, owner)
      await writeFields(item, fields)
    },
    async back() {
      if (isAdded) await client.removeChannelGif({ channel, gif })
      if (owner && item.username) await giveTo(gif, item.username)
      await writeFields(now, fieldsNow(item, fields))
    },
  }
}

type FormProps = { items: readonly LibraryItem[]; close: () => void; run: (jobs: Job[]) => void }

/** What is to be changed of many items at once. */
export function BulkForm({ items, close, run }: FormProps) {
  const { texts, role, fill } = usePage('library')
  const form = useForm({ rating: '', add: '', remove: '', step: '', owner: '', find: '', channel: '' })
  const { values } = form
  const wish = { ...values, add: tagsOf(values.add), remove: tagsOf(values.remove) } as Wish
  const changes = items
    .map((item) => ({
      item,
      fields: wishedFields(item, wish),
      owner: values.owner === item.username ? '' : values.owner,
      channel: values.channel,
    }))
    .filter(isChange)
  const keep = { value: '', label: texts.keep }
  const tags = { description: texts.tagsHint, maxLength: 1000 }
  const ratings = [keep, ...RATING_OPTIONS]
  const steps = [keep, ...optionsOf(role === 'staff' ? STEPS_OF_STAFF : STEPS_OF_MODERATORS, texts)]
  const channel = useChannelField(form, false)
  const ofStaff: AdminField[] = [
    { name: 'rating', label: texts.rating, options: ratings, isFirst: true },
    { name: 'add', label: texts.add, ...tags, problem: areWrong(wish, changes) && texts.tagsWrong },
    { name: 'remove', label: texts.remove, ...tags },
  ]
  const visibility = { name: 'step', label: texts.visibility, options: steps }
  const newOwner = {
    name: 'owner',
    label: texts.newOwner,
    maxLength: 50,
    placeholder: texts.keep,
    clean: cleanName,
  }
  return (
    <FormDialog
      close={close}
      title={fill(texts.bulkTitle, { count: items.length })}
      form={form}
      fields={role === 'staff' ? [...ofStaff, visibility, newOwner, ...channel] : [visibility]}
      after={
        <span role="status" className="admin-soft">
          {form.isSent && changes.length === 0 && texts.nothing}
        </span>
      }
      go={changes.length === 0 ? texts.change : fill(texts.bulkGo, { count: changes.length })}
      submit={() => {
        if (changes.length === 0) return
        close()
        run(changes.map(jobOf))
      }}
    />
  )
}

/** Takes many items down, for one reason. A site elsewhere keeps its takedowns, and the way back, to itself. */
export function BulkTakeDown({ items, close, run }: FormProps) {
  const { common, all, texts, fill, hasOwnCalls } = usePage('library')
  const form = useForm({ reason: '' })
  const reason = form.values.reason.trim()
  return (
    <FormDialog
      close={close}
      title={fill(texts.takeDownTitle, { count: items.length })}
      form={form}
      fields={[reasonField(common.reason, !reason && all.outbox.reasonNeeded)]}
      go={all.takedowns.add}
      danger
      submit={() => {
        close()
        run(
          items.map((item) => ({
            item,
            write: () => takeDown(item.id, reason),
            ...(hasOwnCalls && { back: () => restoreItem(item.id) }),
          })),
        )
      }}
    >
      {texts.takeDownText}
    </FormDialog>
  )
}
