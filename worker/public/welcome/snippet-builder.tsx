import { BUILDER_FIELDS, SOURCES } from '../../../shared/public/builder-fields.data.ts'
import {
  type BuilderItem,
  type BuilderPlace,
  builderSnippet,
  FRAME_PX,
  sourceOf,
  surfaceOf,
} from '../../../shared/public/builder-snippet.ts'
import { SURFACES } from '../../../shared/widgets/option-row.ts'
import { OPTIONS } from '../../../shared/widgets/options.ts'
import type { PageContext } from '../layout/page-context.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { FrameBox } from '../parts/frame-box.tsx'
import { BuilderInput, Choice, OptionInput } from './builder-input.tsx'

type Props = { context: PageContext; item: BuilderItem; form: URLSearchParams }

/**
 * All options of embed and widgets over a live preview. It is a plain form: without a script the server draws the
 * snippet from the query, with one the browser does by the same rule.
 */
export function SnippetBuilder({ context, item, form }: Props) {
  const { texts, brand, publicUrl, to, language } = context
  const building: BuilderPlace = { publicUrl, brand, item, title: texts.gifs }
  const { html, src, title, width, height, fluid } = builderSnippet(form, building)
  const keepsRatio = surfaceOf(form) === 'embed' || !fluid
  return (
    <section className="builder" id="build" aria-labelledby="build-title">
      <h2 id="build-title">{texts.buildTitle}</h2>
      <p>{texts.buildText}</p>
      <form action="/#build" data-builder={JSON.stringify(building)}>
        {to('/') !== '/' && <input type="hidden" name="lang" value={language} />}
        <BuilderForm context={context} item={item} form={form} />
      </form>
      <div className="built">
        <div className="built-preview">
          <FrameBox
            name="built"
            src={src}
            title={title}
            width={keepsRatio ? width : undefined}
            height={height}
          />
        </div>
        <CopyField id="built" label={texts.snippet} value={html} texts={texts} lines={6} />
      </div>
    </section>
  )
}

function BuilderForm({ context, item, form }: Props) {
  const { texts } = context
  const [first, more] = [BUILDER_FIELDS.filter((one) => !one.more), BUILDER_FIELDS.filter((one) => one.more)]
  return (
    <>
      <Choice
        name="what"
        label={texts.what}
        current={surfaceOf(form)}
        of={SURFACES.map((one) => [one, texts[WHAT[one]]])}
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
      <div className="field on-embed wide">
        <label htmlFor="b-item">{texts.item}</label>
        <input id="b-item" name="item" defaultValue={item.slug} autoComplete="off" spellCheck={false} />
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
      <div className="field on-carousel on-grid">
        <label htmlFor="b-source">{texts.source}</label>
        <select id="b-source" name="source" defaultValue={sourceOf(form)}>
          {SOURCES.map((one) => (
            <option key={one} value={one}>
              {texts[OPTIONS[one]?.source ?? 'sourceTrending']}
            </option>
          ))}
        </select>
      </div>
      <div className="field on-carousel on-grid">
        <label htmlFor="b-value">{texts.value}</label>
        <input id="b-value" name="value" defaultValue={form.get('value') ?? ''} maxLength={500} />
      </div>
      {FRAME_FIELDS.map((field) => (
        <BuilderInput key={field.name} field={field} label={texts[field.name]} form={form} />
      ))}
      {first.map((field) => (
        <OptionInput key={field.name} field={field} texts={texts} form={form} />
      ))}
      <details className="wide field on-carousel on-grid">
        <summary>{texts.more}</summary>
        <div className="fields">
          {more.map((field) => (
            <OptionInput key={field.name} field={field} texts={texts} form={form} />
          ))}
        </div>
      </details>
      <button type="submit" className="update">
        {texts.update}
      </button>
    </>
  )
}

const WHAT = { embed: 'whatEmbed', carousel: 'whatCarousel', grid: 'whatGrid' } as const

/** The fields for the size of the frame, which are no options of what is in it. */
const FRAME_FIELDS = [
  { name: 'width', kind: 'number', range: FRAME_PX.width, usual: null, on: SURFACES },
  { name: 'height', kind: 'number', range: FRAME_PX.height, usual: null, on: ['carousel', 'grid'] },
  { name: 'responsive', kind: 'flag', writes: '1', on: SURFACES },
] as const
