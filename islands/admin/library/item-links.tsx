import { Button } from '@mantine/core'
import { Link } from '../../../shared/calls/fields.ts'
import { FilmFields } from '../../../shared/calls/site/own-gifs.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, useChange, usePage } from '../admin.tsx'
import { RecordSection } from '../parts/elements.tsx'
import { type AdminField, fits, useForm } from '../parts/form.tsx'
import { StaffForm } from './item-forms.tsx'

type Film = { url: string; start: string }
const NO_FILM: Film = { url: '', start: '' }

/** The film of an item on YouTube or Vimeo, which embeds can play in its place. */
export function FilmForm({ item: { id, external_media: now } }: { item: LibraryItem }) {
  const { common, texts } = usePage('library')
  const form = useForm<Film>(now ? { url: now.url, start: String(now.start_time) } : NO_FILM)
  const { values: film } = form
  const save = useChange({
    list: 'library',
    async write({ url, start }: Film) {
      if (url) await client.putFilm({ id, url, ...(start && { start: Number(start) }) })
      else await client.removeFilm({ id })
      form.settle({ url, start })
    },
    message: ({ url }) => (url ? texts.filmSaved : texts.filmRemoved),
  })
  const urlProblem = !fits(FilmFields.url, film.url) && texts.filmWrong
  const startProblem = !fits(FilmFields.start, film.start) && texts.filmStartWrong
  const fields: AdminField[] = [
    { name: 'url', type: 'url', label: texts.filmUrl, maxLength: 2048, problem: urlProblem },
    { name: 'start', label: texts.filmStart, maxLength: 5, problem: startProblem },
  ]
  const remove = () => {
    form.set(NO_FILM)
    form.setSent(false)
    save.mutate(NO_FILM)
  }
  return (
    <RecordSection id="film" title={texts.film}>
      <StaffForm form={form} fields={fields} submit={() => save.mutate(film)}>
        {now && (
          <Button variant="default" onClick={remove} disabled={save.isPending}>
            {texts.ctaRemove}
          </Button>
        )}
        <Button type="submit" variant="light" loading={save.isPending} disabled={!form.isChanged}>
          {common.save}
        </Button>
      </StaffForm>
    </RecordSection>
  )
}

type Cta = { link: string; text: string }
const NO_CTA: Cta = { link: '', text: '' }

/** The button that an item has in embeds, and where it leads to. */
export function CtaForm({ item: { id, cta_link, cta_text } }: { item: LibraryItem }) {
  const { common, texts } = usePage('library')
  const form = useForm<Cta>({ link: cta_link, text: cta_text })
  const { values: cta } = form
  const save = useChange({
    list: 'library',
    async write({ link, text }: Cta) {
      await (link ? client.putCta({ id, link, text }) : client.removeCta({ id }))
      form.settle({ link, text })
    },
    message: ({ link }) => (link ? texts.ctaSaved : texts.ctaRemoved),
  })
  const textProblem = !cta.text.trim() && texts.ctaNeeded
  const linkProblem = !fits(Link, cta.link) && texts.linkWrong
  const fields: AdminField[] = [
    { name: 'text', label: texts.ctaText, maxLength: 100, problem: textProblem },
    { name: 'link', type: 'url', label: texts.ctaLink, maxLength: 2048, problem: linkProblem },
  ]
  const remove = () => {
    form.set(NO_CTA)
    form.setSent(false)
    save.mutate(NO_CTA)
  }
  return (
    <RecordSection id="cta" title={texts.cta}>
      <StaffForm form={form} fields={fields} submit={() => save.mutate(cta)}>
        {cta_link && (
          <Button variant="default" onClick={remove} disabled={save.isPending}>
            {texts.ctaRemove}
          </Button>
        )}
        <Button type="submit" variant="light" loading={save.isPending}>
          {common.save}
        </Button>
      </StaffForm>
    </RecordSection>
  )
}
