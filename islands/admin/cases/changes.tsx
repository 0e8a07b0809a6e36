import { own } from '../../../shared/own.ts'
import { type client, usePage } from '../admin.tsx'

/** What a moderator has to decide about. */
export type Batch = NonNullable<Awaited<ReturnType<typeof client.assignBatchAction>>>
export type Change = NonNullable<Batch['versions']>[number]['changes'][number]

/** What the owner of an item of a batch has changed. */
export const changesOf = ({ versions }: Batch, id: string): readonly Change[] =>
  versions?.find(({ gif_id }) => gif_id === id)?.changes ?? []

/** What an item's owner has changed since a moderator decided about it. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const { all, texts } = usePage('moderation')
  if (changes.length === 0) return null
  const { itemTitle: title, tags, rating, kind: type, source: source_post_url } = all.library
  const { ctaLink: cta_link, ctaText: cta_text, languages: language_tags, film } = all.library
  const names: Readonly<Record<string, string>> = {
    ...{ title, tags, rating, type, source_post_url, cta_link, cta_text, language_tags, film },
    alt_text: texts.altText,
    files: texts.files,
  }
  return (
    <section className="admin-changes" aria-labelledby="changes">
      <h3 id="changes">{texts.changed}</h3>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{own(names, field) ?? field}</dt>
            {before && (
              <dd>
                <span>{texts.before}</span> <del dir="auto">{before}</del>
              </dd>
            )}
            <dd>
              <span>{texts.after}</span> <ins dir="auto">{after || '–'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
