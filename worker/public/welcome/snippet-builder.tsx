import { own } from '../../../shared/own.ts'
import { BUILDER_FIELDS, SOURCES } from '../../../shared/public/builder-fields.data.ts'
import { builderTexts, fieldProblem, problemText, sizeText } from '../../../shared/public/builder-problem.ts'
import {
  type BuilderItem,
  type BuilderPlace,
  builderSnippet,
  FRAME_PX,
  SIZES,
  sizeChoice,
  sourceOf,
  surfaceOf,
} from '../../../shared/public/builder-snippet.ts'
import type { ItemProblem } from '../../../shared/public/pasted-item.ts'
import { OPTIONS } from '../../../shared/widgets/options.ts'
import { Choice } from '../layout/choice.tsx'
import type { PageContext } from '../layout/page.ts'
import { CopyField, FrameBox } from '../layout/parts.tsx'
import { BuilderInput, OptionInput, Problem, wrong } from './builder-input.tsx'

type Props = {
  context: PageContext
  item: BuilderItem
  problem?: ItemProblem | undefined
  form: URLSearchParams
}

/** The name of the field that a problem is of, and its text. */
type FieldMessage = { field: string; text: string }

/**
 * All options of embed and widgets over a live preview. It is a plain form: without a script the server draws the
 * snippet from the query, with one the browser does by the same rule.
 */
export function SnippetBuilder({ context, item, problem, form }: Props) {
  const { texts, brand, publicUrl, to, language } = context
  const building: BuilderPlace = { publicUrl, brand, item, title: texts.gifs }
  const built = builderSnippet(form, building)
  const message = messageOf(context, form, problem)
  return (
    <section className="builder" id="build" aria-labelledby="build-title">
      <h2 id="build-title">{texts.buildTitle}</h2>
      <p>{texts.buildText}</p>
      <form
        action="/#build"
        data-builder={JSON.stringify(building)}
        data-texts={JSON.stringify(builderTexts(texts))}
      >
        {to('/') !== '/' && <input type="hidden" name="lang" value={language} />}
        <BuilderForm context={context} item={item} form={form} message={message} />
      </form>
      <Built context={context} form={form} built={built} message={message} />
    </section>
  )
}

type BuiltProps = Pick<Props, 'context' | 'form'> & {
  built: ReturnType<typeof builderSnippet>
  message: FieldMessage | undefined
}

/** What is built: its preview, its size, and the snippet. */
function Built({ context, form, built, message }: BuiltProps) {
  const { texts } = context
  const { html, src, title, width, height, fluid } = built
  const keepsRatio = surfaceOf(form) === 'embed' || !fluid
  return (
    <div className="built">
      {/* It scrolls, by keys too, where the page is narrower than the snippet: what is seen is as large as it will be. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls is a stop of the Tab key */}
      <section className="built-preview" aria-label={texts.preview} tabIndex={0}>
        <FrameBox
          name="built"
          src={src}
          title={title}
          width={keepsRatio ? width : undefined}
          height={height}
        />
      </section>
      <p className="built-size">
        {texts.preview}: <span>{sizeText(builderTexts(texts), built)}</span>
      </p>
      <CopyField
        id="built"
        label={texts.snippet}
        value={message ? '' : html}
        texts={texts}
        lines={6}
        isOff={message !== undefined}
      />
    </div>
  )
}

/** What prevents a snippet: the GIF first, then the first field. */
function messageOf(
  { texts }: PageContext,
  form: URLSearchParams,
  item: ItemProblem | undefined,
): FieldMessage | undefined {
  const ofItem = surfaceOf(form) === 'embed' ? item : undefined
  if (ofItem) return { field: 'item', text: problemText(builderTexts(texts), ofItem) }
  const ofField = fieldProblem(form)
  return ofField && { field: ofField.field, text: problemText(builderTexts(texts), ofField) }
}

type FormProps = Omit<Props, 'problem'> & { message: FieldMessage | undefined }

function BuilderForm({ context, item, form, message }: FormProps) {
  const { texts } = context
  const problemOf = (field: string) => (message?.field === field ? message.text : undefined)
  const part = { texts, form, problemOf }
  return (
    <>
      <Choice
        name="what"
        label={texts.what}
        current={surfaceOf(form)}
        of={Object.entries(WHAT).map(([surface, text]) => [surface, texts[text]])}
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
      <ItemFields {...part} item={item} />
      <ListFields {...part} />
      <Choice
        name="size"
        label={texts.size}
        current={sizeChoice(form)}
        of={SIZES.map((size) => [size, sizeName(size, texts)])}
        isLabelled
      />
      <OptionFields {...part} />
      <button type="submit" className="update">
        {texts.update}
      </button>
    </>
  )
}

type FieldsProps = {
  texts: PageContext['texts']
  form: URLSearchParams
  /** What is wrong with a field, by its name. */
  problemOf: (field: string) => string | undefined
}

/** The GIF of an embed, and the way to find one. */
export const ItemFields = ({ texts, form, problemOf, item }: FieldsProps & { item: BuilderItem }) => (
  <>
    <div className="field on-embed wide">
      <label htmlFor="b-item">{texts.item}</label>
      <input
        id="b-item"
        name="item"
        defaultValue={problemOf('item') ? (form.get('item') ?? '') : item.slug}
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        {...wrong('b-item', problemOf('item'))}
      />
      <Problem id="b-item" text={problemOf('item')} />
    </div>
    <div
      className="field on-embed wide finder"
      hidden
      data-none={texts.findNone}
      data-failed={texts.findFailed}
    >
      <label htmlFor="b-find">{texts.find}</label>
      <input id="b-find" type="search" autoComplete="off" maxLength={50} />
      <div className="found" data-choose={texts.choose} />
      <p className="note" role="status" />
    </div>
  </>
)

const VALUE_FIELD = { name: 'value', kind: 'text', on: ['carousel', 'grid'], maxLength: 500 } as const

/** What a list is of. */
const ListFields = ({ texts, form, problemOf }: FieldsProps) => (
  <>
    <div className="field on-carousel on-grid">
      <label htmlFor="b-source">{texts.source}</label>
      <select id="b-source" name="source" defaultValue={sourceOf(form)}>
        {SOURCES.map((one) => (
          <option key={one} value={one}>
            {texts[own(OPTIONS, one)?.source ?? 'sourceTrending']}
          </option>
        ))}
      </select>
    </div>
    <BuilderInput field={VALUE_FIELD} label={texts.value} form={form} problem={problemOf('value')} />
  </>
)

/** The frame's size and the options, the rarer ones folded. */
function OptionFields({ texts, form, problemOf }: FieldsProps) {
  const fieldOf = (field: (typeof BUILDER_FIELDS)[number]) => (
    <OptionInput key={field.name} field={field} texts={texts} form={form} problem={problemOf(field.name)} />
  )
  const more = BUILDER_FIELDS.filter((one) => one.more)
  return (
    <>
      {FRAME_FIELDS.map((field) => (
        <BuilderInput
          key={field.name}
          field={field}
          label={texts[field.name]}
          form={form}
          problem={problemOf(field.name)}
        />
      ))}
      {BUILDER_FIELDS.filter((one) => !one.more).map(fieldOf)}
      <details
        className="wide field on-carousel on-grid on-picker"
        open={more.some(({ name }) => form.get(name)) || undefined}
      >
        <summary>{texts.more}</summary>
        <div className="fields">{more.map(fieldOf)}</div>
      </details>
    </>
  )
}

const sizeName = (size: (typeof SIZES)[number], texts: PageContext['texts']): string =>
  size === 'responsive' ? texts.responsive : size === 'own' ? texts.ownSize : size

export const WHAT = {
  embed: 'whatEmbed',
  carousel: 'whatCarousel',
  grid: 'whatGrid',
  picker: 'whatPicker',
} as const

/** The fields for the size of the frame, which are no options of what is in it. */
export const FRAME_FIELDS = [
  {
    name: 'width',
    kind: 'number',
    range: FRAME_PX.width,
    usual: null,
    on: ['embed', 'carousel', 'grid', 'picker'],
  },
  { name: 'height', kind: 'number', range: FRAME_PX.height, usual: null, on: ['carousel', 'grid', 'picker'] },
] as const
