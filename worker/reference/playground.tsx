import { own } from '../../shared/own.ts'
import { builderTexts, fieldProblem, problemText } from '../../shared/public/builder-problem.ts'
import {
  type BuilderItem,
  type BuilderPlace,
  builderItem,
  builderSnippet,
  sizeChoice,
  surfaceOf,
} from '../../shared/public/builder-snippet.ts'
import type { ItemProblem } from '../../shared/public/pasted-item.ts'
import { PLAY_FIELDS, PLAY_HOSTS, PLAY_USUAL } from '../../shared/public/play-fields.data.ts'
import { LANGUAGE_NAMES } from '../../shared/texts/languages.ts'
import { publicTextsIn } from '../../shared/texts/public/public-texts.ts'
import type { AppContext } from '../http/context.ts'
import { Choice } from '../public/layout/choice.tsx'
import { type PageContext, pageContext } from '../public/layout/page.ts'
import { CopyField, FrameBox } from '../public/layout/parts.tsx'
import { BuilderInput } from '../public/welcome/builder-input.tsx'
import { chosenGif } from '../public/welcome/chosen-gif.ts'
import { FRAME_FIELDS, ItemFields, WHAT } from '../public/welcome/snippet-builder.tsx'
import { DocsNav, renderDocs, trendingFirst } from './docs.tsx'
import { Commands, Log } from './live.tsx'

/** Shown where there is no item to show: its frame says so. */
const NO_ITEM: BuilderItem = { slug: 'none', itemUrl: '/', title: 'GIF', width: 480, height: 270 }

/** `/docs/playground`: every option over a live frame. Its address has the whole state, checked as the snippet builder's. */
export async function playground(c: AppContext): Promise<Response> {
  const context = pageContext(c)
  const [{ gif, source }, { chosen, problem }] = await Promise.all([trendingFirst(c), chosenGif(c)])
  const shown = chosen ?? gif
  const form = stateIn(c.req.query())
  c.set('lists', 'builder')
  const item = (shown && builderItem(shown, context.publicUrl)) ?? NO_ITEM
  const page = {
    path: '/docs/playground',
    title: `${context.brand} playground`,
    description: `Try every option of ${context.brand}’s embed, carousel, grid, and picker.`,
    scripts: ['partner', 'guide', 'playground'] as const,
    content: <PlaygroundPage {...{ context, form, item, problem }} />,
  }
  return renderDocs(c, page, source)
}

/** The form's state by an address; what the page around the frame cannot be is as usual. */
function stateIn(query: Record<string, string>): URLSearchParams {
  const form = new URLSearchParams({ ...PLAY_USUAL, ...query })
  // The snippet builder's two fields for what is here four options.
  form.delete('source')
  if (form.get('size') !== 'responsive') form.set('size', 'own')
  for (const [name, values] of Object.entries(PLAY_HOSTS))
    if (!values.includes(form.get(name) ?? '')) form.set(name, values[0] ?? '')
  return form
}

type Props = {
  context: PageContext
  form: URLSearchParams
  item: BuilderItem
  problem?: ItemProblem | undefined
}

/** Its texts are English, as those of the other pages of the documentation. */
const texts = publicTextsIn('en')
const messages = builderTexts(texts)

function PlaygroundPage({ context, form, item, problem }: Props) {
  const { brand, publicUrl, to } = context
  const place: BuilderPlace = { publicUrl, brand, item, title: texts.gifs }
  const ofField = fieldProblem(form, PLAY_FIELDS)
  const isOff = ofField !== undefined || (surfaceOf(form) === 'embed' && problem !== undefined)
  const built = builderSnippet(form, place, PLAY_FIELDS)
  return (
    <div className="play" lang="en">
      <DocsNav here="/docs/playground" to={to} />
      <h1>Playground</h1>
      <p className="lead">
        Every option of the embed, the carousel, the grid, and the picker.{' '}
        <a href="/docs#options">What each one does</a> is in the documentation. The address holds what you
        set: copy it to share it.
      </p>
      <div className="builder" data-example>
        <form
          action="/docs/playground"
          data-play={JSON.stringify(place)}
          data-texts={JSON.stringify(messages)}
        >
          {to('/') !== '/' && <input type="hidden" name="lang" value={context.language} />}
          <Fields form={form} item={item} ofField={ofField} ofItem={problem} />
          <button type="submit" className="update">
            {texts.update}
          </button>
        </form>
        <div className="built">
          <Stage form={form} built={built} />
          <Commands />
          <CopyField
            id="built"
            label={texts.snippet}
            value={isOff ? '' : built.html}
            {...{ texts, isOff }}
            lines={6}
          />
          <div>
            <Log id="log" heading="h2" />
          </div>
        </div>
      </div>
    </div>
  )
}

type StageProps = { form: URLSearchParams; built: ReturnType<typeof builderSnippet> }

/** The host page around the frame. Without a script it is a plain frame, of which nothing is logged. */
const Stage = ({ form, built: { src, title, width, height, fluid } }: StageProps) => (
  <section
    className="play-stage"
    aria-label={texts.preview}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls is a stop of the Tab key
    tabIndex={0}
    data-stage
    data-host={form.get('host')}
    dir={form.get('dir') ?? undefined}
  >
    <noscript>
      <FrameBox name="built" src={src} title={title} width={fluid ? undefined : width} height={height} />
    </noscript>
  </section>
)

type FieldsProps = {
  form: URLSearchParams
  item: BuilderItem
  ofField: ReturnType<typeof fieldProblem>
  ofItem: ItemProblem | undefined
}

const LANGUAGES: Readonly<Record<string, string>> = LANGUAGE_NAMES
const choiceText = (value: string) => own(LANGUAGES, value) ?? (value || 'not set')

/** Its attribute; a flag that is on by itself is switched off. */
const labelOf = (field: (typeof PLAY_FIELDS)[number]) =>
  field.kind === 'flag' && field.writes === '0' ? `${field.attribute}="0"` : field.attribute

/** The frame first, then every option by its attribute, then the page around it. */
function Fields({ form, item, ofField, ofItem }: FieldsProps) {
  const problemOf = (name: string) => {
    const problem = name === 'item' ? ofItem : ofField?.field === name ? ofField : undefined
    return problem && problemText(messages, problem)
  }
  const fieldOf = (field: (typeof FRAME_FIELDS)[number] | (typeof PLAY_FIELDS)[number], label: string) => (
    <BuilderInput key={field.name} {...{ field, label, form, choiceText }} problem={problemOf(field.name)} />
  )
  return (
    <>
      <Choice
        name="what"
        label={texts.what}
        current={surfaceOf(form)}
        of={Object.entries(WHAT).map(([surface, text]) => [surface, texts[text]])}
      />
      <ItemFields {...{ texts, form, problemOf, item }} />
      <Choice
        name="size"
        label="Frame"
        current={sizeChoice(form)}
        of={[
          ['own', 'Fixed'],
          ['responsive', 'As wide as its column'],
        ]}
        isLabelled
      />
      {FRAME_FIELDS.map((field) => fieldOf(field, texts[field.name]))}
      {PLAY_FIELDS.map((field) => fieldOf(field, labelOf(field)))}
      <Choice
        name="host"
        label="Page around it"
        current={form.get('host') ?? ''}
        of={PLAY_HOSTS.host.map((value) => [value, value.replace(/^./, (letter) => letter.toUpperCase())])}
        isLabelled
      />
      <Choice
        name="dir"
        label="Direction of that page"
        current={form.get('dir') ?? ''}
        of={PLAY_HOSTS.dir.map((value) => [value, value.toUpperCase()])}
        isLabelled
      />
      <Choice
        name="as"
        label={texts.as}
        current={form.get('as') === 'element' ? 'element' : 'frame'}
        of={[
          ['frame', texts.asFrame],
          ['element', texts.asElement],
        ]}
      />
    </>
  )
}
