import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { Link } from '../../../shared/calls/site-fields.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { useChange } from '../parts/use-change.ts'

type Cta = { link: string; text: string }

/** The button that an item has in embeds, and where it leads to. */
export function CtaForm({ item: { id, cta_link, cta_text } }: { item: LibraryItem }) {
  const { texts: all, role } = useAdmin()
  const { common, library: texts } = all
  const [cta, setCta] = useState<Cta>({ link: cta_link, text: cta_text })
  const [isSent, setSent] = useState(false)
  const save = useChange({
    of: 'library',
    write: (given: Cta) => (given.link ? client.putCta({ id, ...given }) : client.removeCta({ id })),
    said: (given) => (given.link ? texts.ctaSaved : texts.ctaRemoved),
  })
  const textProblem = !cta.text.trim() && texts.ctaNeeded
  const linkProblem = !v.is(Link, cta.link) && texts.linkWrong
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!textProblem && !linkProblem) save.mutate(cta)
  }
  const remove = () => {
    setCta({ link: '', text: '' })
    setSent(false)
    save.mutate({ link: '', text: '' })
  }
  return (
    <section aria-labelledby="cta">
      <h3 id="cta">{texts.cta}</h3>
      <form onSubmit={submit} noValidate>
        <fieldset className="admin-plain" disabled={role !== 'staff'}>
          <Stack gap="sm">
            <TextInput
              label={texts.ctaText}
              value={cta.text}
              maxLength={100}
              error={isSent && textProblem}
              onChange={({ currentTarget }) => setCta({ ...cta, text: currentTarget.value })}
            />
            <TextInput
              type="url"
              label={texts.ctaLink}
              value={cta.link}
              maxLength={2048}
              error={isSent && linkProblem}
              onChange={({ currentTarget }) => setCta({ ...cta, link: currentTarget.value.trim() })}
            />
          </Stack>
        </fieldset>
        {role === 'staff' && (
          <Group justify="flex-end" mt="sm">
            {cta_link && (
              <Button variant="default" onClick={remove} disabled={save.isPending}>
                {texts.ctaRemove}
              </Button>
            )}
            <Button type="submit" variant="light" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        )}
      </form>
    </section>
  )
}
