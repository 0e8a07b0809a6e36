import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { accentsOf } from '../../../shared/public/accent.ts'
import {
  ACCENT,
  REGISTRATIONS,
  SETTINGS_MAX,
  SITE_TEXTS,
  type SiteTextName,
  UPLOAD_RULES,
} from '../../../shared/schema/own/rules.ts'
import type { OwnSettings } from '../../../shared/schema/own/settings.ts'
import { LANGUAGE_NAMES, type Language, languages } from '../../../shared/texts/languages.ts'
import { SITE_TEXT_NAMES } from '../../../shared/texts/public/site-text-names.ts'
import { byStatus, client, useChange, usePage, useRead } from '../admin.tsx'
import { Failed, Loading, PageTop } from '../parts/elements.tsx'
import {
  type AdminField,
  CHOSEN_RATING_OPTIONS,
  ChangeDialog,
  Fields,
  optionsOf,
  submitOf,
  useForm,
} from '../parts/form.tsx'

const LIST = 'settings'

/** `/admin/settings`: the rules of the installation, its look, and its texts. */
export default function SettingsPage() {
  const { texts } = usePage(LIST)
  const { data, error, refetch } = useRead([LIST], client.settings, {}, { staleTime: 0 })
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Rules key={data.version} settings={data} />
          <Texts settings={data} />
        </>
      )}
    </>
  )
}

type Props = { settings: OwnSettings }

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function useRules({ settings }: Props) {
  const { texts, fill } = usePage(LIST)
  const { version, registration, uploads, new_days, rating, words, name, logo, accent, language, set_by } =
    settings
  const form = useForm({
    registration,
    uploads,
    new_days: String(new_days),
    rating,
    words: words.join('\n'),
    name,
    logo,
    accent,
    language,
  })
  const { values } = form
  const lines = linesOf(values.words)
  const color = values.accent.trim().toLowerCase()
  /** A field, which is not the page's to change where a variable sets it. */
  const field = (of: keyof typeof values, rest: Omit<AdminField, 'name'>): AdminField => {
    const variable = set_by[of]
    return variable === undefined
      ? { name: of, ...rest }
      : { name: of, ...rest, disabled: true, description: fill(texts.setBy, { name: variable }) }
  }
  const days = Number(values.new_days)
  const isDays = /^\d{1,2}$/.test(values.new_days) && days <= SETTINGS_MAX.days
  const isWords =
    lines.length <= SETTINGS_MAX.words && lines.every((line) => line.length <= SETTINGS_MAX.word)
  const groups = {
    access: [
      field('registration', { label: texts.registration, options: optionsOf(REGISTRATIONS, texts) }),
      field('uploads', {
        label: texts.uploads,
        options: UPLOAD_RULES.map((value) => ({ value, label: texts[`uploads-${value}`] })),
      }),
      field('new_days', {
        type: 'number',
        label: texts.newDays,
        description: texts.newDaysHint,
        min: 0,
        max: SETTINGS_MAX.days,
        problem: !isDays && texts.newDaysWrong,
      }),
    ],
    visitors: [
      field('rating', { label: texts.rating, description: texts.ratingHint, options: CHOSEN_RATING_OPTIONS }),
      field('words', {
        type: 'lines',
        label: texts.words,
        description: texts.wordsHint,
        rows: 6,
        problem: !isWords && texts.wordsWrong,
      }),
    ],
    look: [
      field('name', { label: texts.name, description: texts.nameHint, maxLength: SETTINGS_MAX.name }),
      field('logo', { label: texts.logo, description: texts.logoHint, maxLength: SETTINGS_MAX.name }),
      field('accent', {
        label: texts.accent,
        description: texts.accentHint,
        placeholder: '#6d5efc',
        maxLength: 7,
        problem: !ACCENT.test(color) && texts.accentWrong,
      }),
    ],
    fallback: [
      field('language', {
        label: texts.fallback,
        description: texts.fallbackHint,
        options: languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
      }),
    ],
  } satisfies Record<string, AdminField[]>
  // What a variable sets is not sent.
  const sent = { ...values, new_days: days, words: lines, accent: color }
  const input = Object.fromEntries(Object.entries(sent).filter(([of]) => !Object.hasOwn(set_by, of)))
  return {
    form,
    groups,
    color: ACCENT.test(color) ? color : '',
    input: { version, ...input } as Parameters<typeof client.putSettings>[0],
  }
}

function Rules({ settings }: Props) {
  const { common, texts } = usePage(LIST)
  const { form, groups, color, input } = useRules({ settings })
  const change = useChange({
    list: LIST,
    write: client.putSettings,
    message: () => texts.saved,
    failure: byStatus({ 400: texts.logoWrong }),
  })
  const fields = Object.values(groups).flat()
  const send = submitOf({ form, fields, isBusy: change.isPending, submit: () => change.mutate(input) })
  return (
    <form className="admin-card admin-sheet" onSubmit={send} noValidate>
      {(['access', 'visitors', 'look'] as const).map((group) => (
        <section key={group} aria-labelledby={`settings-${group}`}>
          <h2 id={`settings-${group}`}>{texts[group]}</h2>
          <Fields form={form} fields={groups[group]} />
          {group === 'look' && color && <Preview color={color} />}
        </section>
      ))}
      <Fields form={form} fields={groups.fallback} />
      <Group justify="flex-end" mt="lg">
        <Button type="submit" loading={change.isPending} disabled={!form.isChanged}>
          {common.save}
        </Button>
      </Group>
    </form>
  )
}

/** How the color comes out in light and dark, where text stays readable. */
function Preview({ color }: { color: string }) {
  const { common, texts } = usePage(LIST)
  const accents = accentsOf(color)
  const grounds = { light: '#f8f6fc', dark: '#100f15' } as const
  const names = { light: common.schemeLight, dark: common.schemeDark }
  return (
    <Group gap="sm" role="group" aria-label={texts.preview}>
      {(['light', 'dark'] as const).map((scheme) => {
        const { accent, ink } = accents[scheme]
        return (
          <span key={scheme} className="admin-swatch" style={{ background: grounds[scheme], color: ink }}>
            {names[scheme]}
            <b style={{ background: accent }}>{common.save}</b>
          </span>
        )
      })}
    </Group>
  )
}

type Edited = { name: SiteTextName; language: Language }

/** Each text in each language: which there are, and the way to write them. */
function Texts({ settings: { texts: written } }: Props) {
  const { texts, language: own, fill } = usePage(LIST)
  const names = SITE_TEXT_NAMES[own]
  const [edited, edit] = useState<Edited>()
  const textOf = ({ name, language }: Edited) =>
    written.find((each) => each.name === name && each.language === language)?.text ?? ''
  return (
    <section className="admin-card admin-sheet" aria-labelledby="settings-texts">
      <h2 id="settings-texts">{texts.texts}</h2>
      <ul className="admin-site-texts">
        {SITE_TEXTS.map((name) => (
          <li key={name}>
            <b>{names[name]}</b>
            <div className="admin-actions">
              {languages.map((language) => {
                const isThere = textOf({ name, language }) !== ''
                const about = { text: names[name], language: LANGUAGE_NAMES[language] }
                return (
                  <Button
                    key={language}
                    size="xs"
                    variant={isThere ? 'light' : 'default'}
                    lang={language}
                    aria-label={fill(isThere ? texts.editText : texts.addText, about)}
                    onClick={() => edit({ name, language })}
                  >
                    {isThere ? '✓ ' : '+ '}
                    {LANGUAGE_NAMES[language]}
                  </Button>
                )
              })}
            </div>
          </li>
        ))}
      </ul>
      {edited && (
        <TextForm
          key={`${edited.name} ${edited.language}`}
          edited={edited}
          before={textOf(edited)}
          close={() => edit(undefined)}
        />
      )}
    </section>
  )
}

type FormProps = { edited: Edited; before: string; close: () => void }

function TextForm({ edited: { name, language }, before, close }: FormProps) {
  const { common, texts, language: own, fill } = usePage(LIST)
  const form = useForm({ text: before })
  const about = { text: SITE_TEXT_NAMES[own][name], language: LANGUAGE_NAMES[language] }
  const { text } = form.values
  return (
    <ChangeDialog
      list={LIST}
      input={{ name, language, text }}
      write={client.putSiteText}
      message={(input) => fill(input.text.trim() ? texts.textSaved : texts.textRemoved, about)}
      close={close}
      title={`${about.text} · ${about.language}`}
      size="lg"
      form={form}
      fields={[
        {
          name: 'text',
          type: 'lines',
          label: texts.text,
          description: texts.textHint,
          rows: 14,
          maxLength: SETTINGS_MAX.text,
          isFirst: true,
        },
      ]}
      go={common.save}
      isSame={!form.isChanged}
    />
  )
}
