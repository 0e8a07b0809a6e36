import { own } from '../../../shared/own.ts'
import { usePage } from '../admin.tsx'
import type { CaseDetail } from './case.ts'

/** What an item's owner has changed since a moderator decided about it. */
export function Changes({ changes }: Pick<CaseDetail, 'changes'>) {
  const { all, texts } = usePage('cases')
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
      <h2 id="changes">{texts.changed}</h2>
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
